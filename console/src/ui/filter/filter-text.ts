import { catalogue } from '#lib/i18n.ts'

export const filterText = catalogue('ui-filter', {
  en: {
    tagsFilter: 'Tags: a; b',
    dayFormat: 'YYYY-MM-DD',
    openCalendar: 'Calendar',
    from: 'From',
    to: 'To',
    today: 'Today',
    lastDays: 'Last {count} days',
    anyTime: 'Any time',
  },
  zh: {
    tagsFilter: '标签，用 ; 分隔',
    dayFormat: 'YYYY-MM-DD',
    openCalendar: '日历',
    from: '从',
    to: '到',
    today: '今天',
    lastDays: '最近 {count} 天',
    anyTime: '不限时间',
  },
})
