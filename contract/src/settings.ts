import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { bytes, time } from './kernel/fields.ts'

export const areaKeys = ['space', 'dataset', 'task', 'fineTuning', 'model', 'board', 'resource'] as const
export type AreaKey = (typeof areaKeys)[number]

const days = z.number().int().min(1).max(365)

const hubAddress = z
  .string()
  .trim()
  .max(500)
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search + url.hash === ''
  }, 'needs an address such as https://mirror.example.com, without a name or a password in it')

export const serverSettings = z.object({
  /** Hides the pages of these areas. This is no protection: there are no roles, and the API still responds. */
  disabledAreas: z.array(z.enum(areaKeys)).max(areaKeys.length),
  sessionIdleDays: days,
  sessionDays: days,
  modelHub: hubAddress,
})
export type ServerSettings = z.output<typeof serverSettings>
export type SettingName = keyof ServerSettings

export const settingDefaults: ServerSettings = {
  disabledAreas: [],
  sessionIdleDays: 7,
  sessionDays: 30,
  modelHub: 'https://huggingface.co',
}

export const settingVariables = {
  disabledAreas: 'VERMILION_DISABLED_AREAS',
  sessionIdleDays: 'VERMILION_SESSION_IDLE_DAYS',
  sessionDays: 'VERMILION_SESSION_DAYS',
  modelHub: 'VERMILION_MODEL_HUB',
} as const satisfies Record<SettingName, string>

export const settingNames = Object.keys(settingDefaults) as SettingName[]

const settingOf = <Value extends z.ZodType>(value: Value) =>
  z.object({ value, source: z.enum(['default', 'database', 'environment']), variable: z.string() })

export const shownSettings = z.object({
  disabledAreas: settingOf(serverSettings.shape.disabledAreas),
  sessionIdleDays: settingOf(days),
  sessionDays: settingOf(days),
  modelHub: settingOf(hubAddress),
})
export type ShownSettings = z.output<typeof shownSettings>

/** A server alone is the leader. */
const serverRoles = ['leader', 'standby'] as const

export const settingsEndpoints = {
  health: endpoint('GET', '/health', {
    summary: {
      en: 'Whether the server answers and its database does, and whether it works or stands by for the one that does',
      zh: '服务器及其数据库是否响应，以及该服务器是主用还是备用',
    },
    public: true,
    answer: z.object({ status: z.literal('ok'), version: z.string(), role: z.enum(serverRoles) }),
  }),
  live: endpoint('GET', '/health/live', {
    summary: { en: 'Whether the server answers, whatever its database does', zh: '服务器是否响应（不检查数据库）' },
    public: true,
    answer: z.object({ status: z.literal('ok') }),
  }),
  ready: endpoint('GET', '/health/ready', {
    summary: { en: 'Whether calls can be sent to this server', zh: '该服务器是否可以接收请求' },
    public: true,
    answer: z.object({ status: z.literal('ok') }),
  }),
  about: endpoint('GET', '/about', {
    summary: {
      en: 'What this server is: versions, since when it runs, its data folder',
      zh: '本服务器的信息：版本、启动时间、数据目录',
    },
    answer: z.object({
      version: z.string(),
      node: z.string(),
      /** Name and version of the engine that has the rows. */
      database: z.string(),
      platform: z.string(),
      startedAt: time,
      dataFolder: z.string(),
      disk: z.object({ used: bytes, free: bytes }).nullable(),
    }),
  }),
  getSettings: endpoint('GET', '/settings', {
    summary: {
      en: 'The settings of the server, each with where its value comes from',
      zh: '服务器的设置，以及各项取值的来源',
    },
    answer: shownSettings,
  }),
  changeSettings: endpoint('PATCH', '/settings', {
    summary: {
      en: 'Change settings of the server; null brings the default back',
      zh: '修改服务器的设置；null 恢复默认值',
    },
    body: z.object({
      disabledAreas: serverSettings.shape.disabledAreas.nullish(),
      sessionIdleDays: days.nullish(),
      sessionDays: days.nullish(),
      modelHub: hubAddress.nullish(),
    }),
    answer: shownSettings,
    errors: ['setting.from-environment'],
  }),
  describe: endpoint('GET', '/openapi.json', {
    summary: { en: 'This description of the API', zh: '本 API 的描述' },
    raw: 'application/json',
  }),
  events: endpoint('GET', '/events', {
    summary: {
      en: 'News as server-sent events; Last-Event-ID continues after an interruption',
      zh: '以服务器推送事件发送的动态；中断后用 Last-Event-ID 继续',
    },
    raw: 'text/event-stream',
    errors: ['stream.too-many'],
  }),
} as const
