import { catalogue } from '#lib/i18n.ts'

export const emptyText = catalogue('empty-list', {
  en: {
    clearFilters: 'Clear the filters',
    clearSearch: 'Clear the search',
    noMatchSearch: 'Nothing matches “{text}”.',
    noMatchFilters: 'No row fits all of the filters that are set.',
  },
  zh: {
    clearFilters: '清除筛选',
    clearSearch: '清除搜索',
    noMatchSearch: '没有内容匹配“{text}”。',
    noMatchFilters: '没有符合全部筛选条件的内容。',
  },
})
