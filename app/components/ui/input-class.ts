/** Look of an input; any utility beside it wins, such as another width (`theme.css`). */
export const inputClass = 'input-box'
