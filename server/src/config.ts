import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import {
  serviceFields,
  serviceKinds,
  services,
  serviceVariable,
  type ServiceKind,
  type ServiceSettings,
} from '@vermilion/contract/services/kinds'
import {
  serverSettings,
  settingNames,
  settingVariables,
  type ServerSettings,
  type SettingName,
} from '@vermilion/contract/settings'
import { z } from 'zod'
import { commaList, folderList } from './config/lists.ts'
import { readOidc } from './config/oidc.ts'
import { readDatabase } from './config/database-address.ts'
import { readPython } from './config/python.ts'
import { readVariableFiles } from './config/variable-files.ts'

const networkNames = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/')
  const version = isIP(address)
  if (networkNames.includes(text)) return true
  return version !== 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
}

const bucketParameters = z.strictObject({
  style: z.enum(['path', 'host'], 'style is path or host').optional(),
  encryption: z.enum(['AES256', 'aws:kms', 'aws:kms:dsse'], 'encryption is AES256, aws:kms or aws:kms:dsse').optional(),
  'storage-class': z
    .string()
    .regex(/^(?!GLACIER$|DEEP_ARCHIVE$)[A-Z0-9_]+$/, 'storage-class must be read at once, as STANDARD_IA is')
    .optional(),
})

const environment = z.object({
  VERMILION_DATA: z.string().min(1).default('./data'),
  VERMILION_HOST: z.string().min(1).default('127.0.0.1'),
  VERMILION_PORT: z.coerce.number().int().min(0).max(65_535).default(7860),
  VERMILION_SECRET_KEY_FILE: z.string().optional(),
  VERMILION_ADMIN_PASSWORD: z.string().min(8, 'needs at least 8 characters').optional(),
  VERMILION_ROOTS: z
    .string()
    .default('')
    .transform(folderList)
    .refine((folders) => folders.every((folder) => isAbsolute(folder)), 'needs absolute folders, separated by colons'),
  VERMILION_BLOB_CACHE_GIB: z.coerce.number().positive().default(20),
  VERMILION_COMFYUI_LORAS: z.string().refine(isAbsolute, 'needs an absolute folder').optional(),
  VERMILION_TASK_OUTPUT_GIB: z.coerce.number().positive().optional(),
  VERMILION_SSH_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  VERMILION_SSH_ADDRESS: z
    .string()
    .regex(/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i, 'needs a host, or host:port')
    .optional(),
  VERMILION_ASSISTANT_MESSAGES: z.coerce.number().int().min(0).default(120),
  VERMILION_SCORE_REPLIES: z.coerce.number().int().min(0).default(500_000),
  VERMILION_PYTHON: z.string().min(1).optional(),
  VERMILION_PYTHON_INDEX: z
    .url({ protocol: /^https?$/, error: 'needs an address such as https://mirror.example/simple' })
    .optional(),
  VERMILION_MODEL_HOSTS: z.string().default('').transform(commaList),
  VERMILION_LIST_HOSTS: z.string().default('').transform(commaList),
  VERMILION_SERVING_PROCESSES: z.coerce.number().int().min(1).default(availableParallelism()),
  VERMILION_SERVING_QUEUE: z.coerce.number().int().min(1).max(10_000).default(64),
  VERMILION_SERVING_MEMORY_GIB: z.coerce.number().positive().default(3),
  VERMILION_BASE_PATH: z
    .string()
    .regex(/^(?:(?:\/[\w.-]+)*\/?)$/, 'needs a path such as /vermilion')
    .default('')
    .transform((path) => path.replace(/\/$/, '')),
  VERMILION_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(commaList)
    .refine(
      (networks) => networks.every(isNetwork),
      'needs addresses or networks such as 10.0.0.0/8, separated by commas',
    ),
  VERMILION_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type Config = ReturnType<typeof readConfig>

export interface ServingLimits {
  /** Most processes, up to one per core. */
  readonly processes: number
  readonly queue: number
  /** Bytes of memory of each process, with its open models. */
  readonly memory: number
}

interface TunnelPlace {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly address: { host: string; port: number | undefined } | undefined
}

export interface ConfiguredService<Kind extends ServiceKind = ServiceKind> {
  readonly kind: Kind
  readonly settings: ServiceSettings<Kind>
  readonly variables: Readonly<Record<string, string>>
}

type Variables = Readonly<Record<string, string | undefined>>

/** Throws one Error whose text names every invalid variable with the reason. */
export function readConfig(variables: Variables) {
  const { present, problems: fileProblems } = readVariableFiles(variables)
  const parsed = environment.safeParse(present)
  const settings = readSettings(present)
  const configured = serviceKinds.map((kind) => readService(kind, present))
  const bucket = readBucket(present)
  const oidc = readOidc(present)
  const database = readDatabase(present)
  const problems = [
    ...fileProblems,
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)),
    ...settings.problems,
    ...bucket.problems,
    ...oidc.problems,
    ...database.problems,
    ...configured.flatMap((one) => one.problems),
  ]
  if (!parsed.success || problems.length > 0)
    throw new Error(`The environment is not valid:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  const gibibytes = parsed.data.VERMILION_TASK_OUTPUT_GIB
  const serving: ServingLimits = {
    processes: Math.min(parsed.data.VERMILION_SERVING_PROCESSES, availableParallelism()),
    queue: parsed.data.VERMILION_SERVING_QUEUE,
    memory: parsed.data.VERMILION_SERVING_MEMORY_GIB * 1024 ** 3,
  }
  return {
    data: resolve(parsed.data.VERMILION_DATA),
    host: parsed.data.VERMILION_HOST,
    /** 0 takes any free port. */
    port: parsed.data.VERMILION_PORT,
    /** The endpoint for tunnels of devices behind NAT; undefined disables them. */
    tunnels: tunnelsOf(parsed.data),
    /** The key to secrets in the database; undefined has it in the data folder. */
    secretKeyFile: parsed.data.VERMILION_SECRET_KEY_FILE,
    agentSocket: present['SSH_AUTH_SOCK'],
    /** The first account's password, for unattended setup. Never printed. */
    adminPassword: parsed.data.VERMILION_ADMIN_PASSWORD,
    roots: parsed.data.VERMILION_ROOTS.map((folder) => resolve(folder)),
    /** Undefined keeps rows in SQLite, in the data folder. Has the password, and is never printed. */
    database: database.match,
    /** Undefined keeps the contents of files in the data folder. */
    bucket: bucket.found,
    blobs: present['VERMILION_BLOBS'],
    /** The bucket that another text than `blobs` names, reached by the same variables. */
    readBucket: (text: string) => readBucket({ ...present, VERMILION_BLOBS: text }),
    /** Bytes of the copies on this machine of contents in a bucket. */
    blobCacheBytes: parsed.data.VERMILION_BLOB_CACHE_GIB * 1024 ** 3,
    /** The identity provider, with its secret. Never printed. */
    oidc: oidc.found,
    /** The one account that passwords sign in; undefined lets every account. */
    emergencyAccount: oidc.emergencyAccount,
    /** Where browsers reach the server, without a trailing slash; undefined takes what each request says of it. */
    outsideAddress: oidc.outsideAddress,
    comfyuiLoras: parsed.data.VERMILION_COMFYUI_LORAS,
    taskOutputBytes: gibibytes === undefined ? undefined : gibibytes * 1024 ** 3,
    /** Per hour. */
    assistantMessages: parsed.data.VERMILION_ASSISTANT_MESSAGES,
    /** Private hosts that model files may be downloaded from: a name or address, with an unusual port. */
    modelHosts: parsed.data.VERMILION_MODEL_HOSTS,
    /** The same for lists of addresses and what they name. */
    listHosts: parsed.data.VERMILION_LIST_HOSTS,
    serving,
    /** Of environments for training programs. Its variables may have a mirror's password, and are never printed. */
    python: readPython(present),
    scoreReplies: parsed.data.VERMILION_SCORE_REPLIES,
    /** Empty, or the path prefix of a proxy without a trailing slash. */
    basePath: parsed.data.VERMILION_BASE_PATH,
    trustedProxies: parsed.data.VERMILION_TRUSTED_PROXIES,
    logLevel: parsed.data.VERMILION_LOG_LEVEL,
    settings: settings.found,
    /** Outside services of the environment, including secrets. Never printed. */
    services: configured.flatMap(({ found }) => found ?? []),
  }
}

const read: Readonly<Record<SettingName, (text: string) => unknown>> = {
  disabledAreas: commaList,
  sessionIdleDays: Number,
  sessionDays: Number,
  modelHub: (text) => text,
}

function readSettings(present: Variables): { found: Partial<ServerSettings>; problems: string[] } {
  const input = settingNames.flatMap((name) => {
    const text = present[settingVariables[name]]
    if (text === undefined) return []
    return [[name, read[name](text)] as const]
  })
  const parsed = serverSettings.partial().safeParse(Object.fromEntries(input))
  if (parsed.success) return { found: parsed.data as Partial<ServerSettings>, problems: [] }
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${settingVariables[path[0] as keyof ServerSettings]}: ${message}`,
  )
  return { found: {}, problems }
}

function readService(kind: ServiceKind, present: Variables): { found?: ConfiguredService; problems: string[] } {
  const fields = serviceFields(kind).filter(({ name }) => present[serviceVariable(kind, name)] !== undefined)
  if (fields.length === 0) return { problems: [] }
  const variables = Object.fromEntries(fields.map(({ name }) => [name, serviceVariable(kind, name)]))
  const values = fields.map(({ name, control }) => {
    const text = present[serviceVariable(kind, name)] ?? ''
    return [name, control === 'switch' && /^(?:true|false)$/.test(text) ? text === 'true' : text] as const
  })
  const parsed = services[kind].settings.safeParse(Object.fromEntries(values))
  const missing = serviceFields(kind).filter(({ name, required }) => required && !(name in variables))
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]))),
    ...missing.map(({ name }) => name),
  ]
  if (!parsed.success || problems.length > 0) {
    // The value is left out: it may be a secret.
    const names = new Set(problems.map((name) => serviceVariable(kind, name)))
    return {
      problems: [...names].map((name) => `${name}: ${present[name] === undefined ? 'is missing' : 'is not valid'}`),
    }
  }
  return { found: { kind, settings: parsed.data, variables }, problems: [] }
}

export type BucketAccess = NonNullable<ReturnType<typeof readBucket>['found']>

/** Reads `s3://bucket/prefix?style=path&encryption=aws:kms&storage-class=STANDARD_IA`, and the variables of AWS that go with it. */
function readBucket(present: Variables) {
  const text = present['VERMILION_BLOBS']
  if (text === undefined) return { found: undefined, problems: [] }
  const [, bucket, prefix = '', query] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?(?:\?(.*))?$/.exec(text) ?? []
  const parameters = bucketParameters.safeParse(Object.fromEntries(new URLSearchParams(query)))
  const endpoint = present['AWS_ENDPOINT_URL_S3'] ?? present['AWS_ENDPOINT_URL']
  const isReachable = endpoint === undefined || /^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')
  const problems = (parameters.error?.issues ?? []).map(({ message }) => `VERMILION_BLOBS: ${message}`)
  if (bucket === undefined) problems.push('VERMILION_BLOBS: needs s3://bucket or s3://bucket/prefix')
  if (!isReachable) problems.push('AWS_ENDPOINT_URL: needs an address such as https://s3.example.com')
  if (bucket === undefined || problems.length > 0) return { found: undefined, problems }
  const { style, encryption, 'storage-class': storageClass } = parameters.data ?? {}
  // Services of other makers have one region, most often under this name.
  const usual = endpoint === undefined ? undefined : 'us-east-1'
  const region = present['AWS_REGION'] ?? present['AWS_DEFAULT_REGION'] ?? usual
  const isPathStyle = style === undefined ? endpoint !== undefined : style === 'path'
  // Without an endpoint and region, the profile may have them. The prefix has no slash at its ends.
  const access = { endpoint, region, isPathStyle }
  return { found: { ...access, bucket, prefix: prefix.slice(1), encryption, storageClass }, problems }
}

function tunnelsOf(variables: z.output<typeof environment>): TunnelPlace | undefined {
  const { VERMILION_HOST: host, VERMILION_SSH_PORT: port, VERMILION_SSH_ADDRESS: address } = variables
  if (port === undefined) return undefined
  const [, name = '', number] = /^(.*?)(?::(\d+))?$/.exec(address ?? '') ?? []
  const reached = { host: name.replace(/^\[(.*)\]$/, '$1'), port: number === undefined ? undefined : Number(number) }
  return { host, port, address: address === undefined ? undefined : reached }
}
