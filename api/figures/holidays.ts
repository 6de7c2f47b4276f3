import holidayCalendar from '@holiday-jp/holiday_jp'

/** Whether a day (YYYY-MM-DD) is a Japanese public holiday. */
export const isHoliday = (date: string): boolean => Object.hasOwn(holidayCalendar.holidays, date)
