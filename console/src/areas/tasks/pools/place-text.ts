import { catalogue } from '#lib/i18n.ts'

export const placeText = catalogue('pool-place', {
  en: {
    test: 'Test',
    found: 'Found: {cpu} CPU cores, {memory} of memory, {cards}',
    noCards: 'no accelerators',
    trial: 'Run a trial job',
    trialImage: 'Image of the trial job',
    trialRuns: 'The trial job runs',
    trialPassed: 'The trial job read a file, wrote one that is seen here, and was removed',
    proposals: 'Usual addresses',
    limits: 'How much of it tasks may have',
    limitsWords: 'Left empty, the pool has all that is found, also when more is built in later.',
    atOnce: 'What does not fit waits in the queue.',
  },
  zh: {
    test: '测试',
    found: '找到：CPU {cpu} 核，内存 {memory}，{cards}',
    noCards: '无加速芯片',
    trial: '试运行作业',
    trialImage: '试运行作业的镜像',
    trialRuns: '作业正在试运行',
    trialPassed: '试运行成功：作业读取了文件，写出的文件在此可见，并已清除',
    proposals: '常用地址',
    limits: '任务可使用的资源',
    limitsWords: '留空则使用找到的全部资源，之后新增的也包括在内。',
    atOnce: '超出的任务会在队列中等待。',
  },
})
