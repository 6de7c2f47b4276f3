/** In place of a value that is not among the choices: a plan or a person that is gone, or of another shop. */
export const notListed = '一覧にない項目'
