import { catalogue } from '#lib/i18n.ts'

export const freeText = catalogue('pool-free', {
  en: {
    runs: '{running} of {concurrency} running',
    waits: '{queued} waiting',
    freeCpu: '{free} of {all} CPU cores free',
    freeMemory: '{free} of {all} memory free',
    freeAccelerators: '{free} of {all} {type} free',
    busyElsewhere: 'the rest is used by other programs of the machine',
    unreachable: 'This pool cannot be reached now.',
  },
  zh: {
    runs: '运行 {running} / {concurrency}',
    waits: '排队 {queued}',
    freeCpu: 'CPU 空闲 {free} / {all} 核',
    freeMemory: '内存空闲 {free} / {all}',
    freeAccelerators: '{type} 空闲 {free} / {all}',
    busyElsewhere: '其余由本机的其他程序占用',
    unreachable: '当前无法连接该资源池。',
  },
})
