/** Of a member and of staff. */
export const personNames = { lastName: '姓', firstName: '名', lastNameKana: 'セイ', firstNameKana: 'メイ' } as const

/** The fields of a user who is staff. */
export const personFields = {
  ...personNames,
  email: 'メールアドレス',
  tel: '電話番号',
  gender: '性別',
  birthday: '生年月日',
  imgUrl: '顔写真',
} as const
