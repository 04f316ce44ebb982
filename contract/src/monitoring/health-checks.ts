import { dataChecks } from './data-checks.ts'
import type { HealthCheckOffer } from './health-check-offer.ts'

const serverChecks = {
  'data-folder': {
    title: { en: 'Writable data folder', zh: '数据目录可写' },
    hint: {
      en: 'A file is written to the data folder and to each folder of it, and removed again.',
      zh: '在数据目录及其子目录中写入一个文件再删除。',
    },
    advice: {
      en: 'Give the account that runs the server the right to write there, and check that the disk is mounted writable.',
      zh: '请为运行服务器的系统账号授予写权限，并确认磁盘以可写方式挂载。',
    },
    repair: null,
    cost: 'instant',
    of: 'server',
  },
  'disk-space': {
    title: { en: 'Free disk space', zh: '磁盘剩余空间' },
    hint: {
      en: 'What the disk of the data folder has left. The last GiB, or a twentieth of a small disk, is held for the database.',
      zh: '数据目录所在磁盘的剩余空间。最后 1 GiB（小磁盘为二十分之一）留给数据库。',
    },
    advice: {
      en: 'Clean up under Resource, Storage, or give the data folder a larger disk.',
      zh: '请在“资源监控 - 存储”中清理，或更换更大的磁盘。',
    },
    repair: null,
    cost: 'instant',
    of: 'server',
  },
  'file-storage': {
    title: { en: 'File storage', zh: '文件存储' },
    hint: {
      en: 'Whether the store that holds the contents of files answers: a bucket, or the disk of the data folder.',
      zh: '存放文件内容的存储是否响应：存储桶，或数据目录所在的磁盘。',
    },
    advice: {
      en: 'Correct what is named: the network, the service, or its key. Uploads and work that needs contents wait meanwhile and go on by themselves.',
      zh: '请排除所列原因：网络、服务或其密钥。在此期间，上传和需要文件内容的工作会等待，恢复后自动继续。',
    },
    repair: null,
    cost: 'instant',
    of: 'server',
  },
  backup: {
    title: { en: 'Last backup', zh: '最近一次备份' },
    hint: {
      en: 'When `vermilion backup` last copied the data folder. Copies made by other means are not known here.',
      zh: '上一次用 `vermilion backup` 复制数据目录的时间；以其他方式所做的备份无法得知。',
    },
    advice: {
      en: 'Run `vermilion backup TARGET`, best once a day from cron or a systemd timer.',
      zh: '请运行 `vermilion backup 目标目录`，最好用 cron 或 systemd 定时器每天执行一次。',
    },
    repair: null,
    cost: 'instant',
    of: 'server',
  },
  jobs: {
    title: { en: 'Background jobs', zh: '后台作业' },
    hint: {
      en: 'Jobs of the last week that failed for good, and jobs that run without getting any further.',
      zh: '最近一周内最终失败的作业，以及运行中但没有进展的作业。',
    },
    advice: {
      en: 'Remove the cause that is named, then start the work again. Restart the server if a job hangs: it goes on where it was.',
      zh: '请排除所列原因后重新开始该工作；作业停滞时请重启服务器，它会从原处继续。',
    },
    repair: null,
    cost: 'instant',
    of: 'server',
  },
  'event-loop': {
    title: { en: 'Response of the server', zh: '服务器响应' },
    hint: {
      en: 'How long requests had to wait for the event loop of the server in the last minutes.',
      zh: '最近几分钟内请求等待服务器事件循环的时间。',
    },
    advice: {
      en: 'The processor is too busy: let fewer tasks run at once on this machine, or give the server more cores.',
      zh: '处理器过于繁忙：请减少本机同时运行的任务，或为服务器分配更多核心。',
    },
    repair: null,
    cost: 'instant',
    of: 'server',
  },
  'reader-threads': {
    title: { en: 'Reader threads', zh: '读取线程' },
    hint: {
      en: 'Whether the threads that read long lists from the database answer.',
      zh: '从数据库读取长列表的线程是否响应。',
    },
    advice: {
      en: 'Wait until a long query has ended. If it lasts, restart the server and look at its log.',
      zh: '请等待耗时的查询结束；如持续不响应，请重启服务器并查看日志。',
    },
    repair: null,
    cost: 'instant',
    of: 'server',
  },
  services: {
    title: { en: 'Services', zh: '服务' },
    hint: {
      en: 'What the last test of each service of the settings said. Nothing is called for this.',
      zh: '设置中各服务最近一次测试的结果；此处不会调用服务。',
    },
    advice: {
      en: 'Correct the service under Settings, Services, and test it there.',
      zh: '请在“设置 - 服务”中更正并测试该服务。',
    },
    repair: null,
    cost: 'instant',
    of: 'server',
  },
  pools: {
    title: { en: 'Resource pools and container engines', zh: '资源池与容器引擎' },
    hint: {
      en: 'Whether what runs the tasks of each pool can be reached.',
      zh: '各资源池运行任务的环境是否可以访问。',
    },
    advice: {
      en: 'Start the container engine or the machine, or correct the address of the pool under Compute, Resource pools.',
      zh: '请启动容器引擎或主机，或在“计算 - 资源池”中更正地址。',
    },
    repair: null,
    cost: 'light',
    of: 'server',
  },
} as const satisfies Record<string, HealthCheckOffer>

export const healthCheckOffers = { ...serverChecks, ...dataChecks } as const satisfies Record<string, HealthCheckOffer>
export type HealthCheckId = keyof typeof healthCheckOffers
export const healthCheckIds = Object.keys(healthCheckOffers) as [HealthCheckId, ...HealthCheckId[]]

export const healthCheckOffer = (id: HealthCheckId): HealthCheckOffer => healthCheckOffers[id]
