import { catalogue } from '#lib/i18n.ts'

/** What the tabs of a device are called, also those of later areas. */
export const tabNames = catalogue('device-tabs', {
  en: {
    overview: 'Overview',
  },
  zh: {
    overview: '概览',
  },
})

export type DeviceTabKey = keyof typeof tabNames.en
