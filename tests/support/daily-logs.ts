import type { StoredLogs } from '../../api/daily-logs/stored.ts'

/** A day of each log with all values set to unique values. */
export const sampleLogs: StoredLogs = {
  condition: {
    ...{ mood: 'lazy', fatigue: 3, sleepQuality: 2, stress: 1, painParts: ['knee'] },
    comment: '膝に違和感があります',
  },
  healthcare: {
    'fitness.dailyStepCount': [81237, 24],
    'body.dailyBodyFatPercentage': [23.7, 1],
    'vital.dailyBloodPressure': [118, 76, 2],
  },
  location: {
    ...{ totalDistance: 16.4273, homeStayMin: 812, outMin: 553, gymStayMin: 71, shopVisited: true },
    ...{
      visitedPlaceCount: 4,
      firstOutAt: '2026-11-20T08:12:00.000+09:00',
      lastHomeAt: '2026-11-20T20:41:00.000+09:00',
    },
    topPlaces: [{ category: 'gym', name: 'カラダクラブ', stayMin: 71, photoReference: 'photo-of-a-place' }],
  },
  bodyTemp: {
    ...{ temperature: 37.6, basalTemperature: 36.5873, location: 'armpit' },
    measuredAt: '2026-11-20T06:31:00.000+09:00',
  },
  menstrual: {
    ...{ phase: 'luteal', isPredicted: false, flow: 'none', isPeriod: false, cycleDay: 22, pain: 1 },
    ...{ symptoms: ['headache'], memo: '頭痛のため早めに休みました' },
  },
}
