import { catalogue } from '#lib/i18n.ts'

export const text = catalogue('shortcuts', {
  en: {
    title: 'Keyboard shortcuts',
    thisPage: 'This page',
    everywhere: 'Everywhere',
    goTo: 'Go to',
    or: 'or',
    palette: 'Search, go to, or run a command',
    sheet: 'This overview',
    close: 'Close what is open on top',
    newTab: 'In the search: open in a new tab',
  },
  zh: {
    title: '快捷键',
    thisPage: '当前页面',
    everywhere: '全局',
    goTo: '前往',
    or: '或',
    palette: '搜索、跳转或执行命令',
    sheet: '查看快捷键',
    close: '关闭最上层的窗口',
    newTab: '在搜索中：在新标签页打开',
  },
})
