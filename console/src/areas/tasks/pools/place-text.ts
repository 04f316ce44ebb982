import { catalogue } from '#lib/i18n.ts'

export const placeText = catalogue('pool-place', {
  en: {
    test: 'Test',
    found: 'Found: {cpu} CPU cores, {memory} of memory, {cards}',
    noCards: 'no accelerators',
    proposals: 'Usual addresses',
    limits: 'How much of it tasks may have',
    limitsWords: 'Left empty, the pool has all that is found, also when more is built in later.',
    atOnce: 'What does not fit waits in the queue.',
  },
  zh: {
    test: '测试',
    found: '找到：CPU {cpu} 核，内存 {memory}，{cards}',
    noCards: '无加速芯片',
    proposals: '常用地址',
    limits: '任务可使用的资源',
    limitsWords: '留空则使用找到的全部资源，之后新增的也包括在内。',
    atOnce: '超出的任务会在队列中等待。',
  },
})
