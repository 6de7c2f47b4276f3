/** The fields of a booking, as every screen and every file names them. */
export const reservationFields = {
  externalId: '予約番号',
  kind: '予約方式',
  programName: 'プログラム',
  studioRoomName: 'ルーム',
  seatNo: '席',
  staffId: '担当',
  startAt: '開始日時',
  endAt: '終了日時',
  status: '状態',
  bookedAt: '予約日時',
  bookedVia: '予約経路',
  isTrial: '体験',
  isFirst: '初回',
  cancelledAt: 'キャンセル日時',
  checkedInAt: 'チェックイン日時',
  note: '備考',
} as const
