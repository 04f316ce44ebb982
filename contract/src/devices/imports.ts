import { z } from 'zod'
import { deviceCreate } from '../devices.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, name } from '../kernel/fields.ts'
import type { Text } from '../kernel/text.ts'
import { deviceCredentials } from './access.ts'
import { deviceKinds } from './kinds.ts'

/** `csv` with a header line; `openssh` is a ~/.ssh/config file. */
export const importFormats = ['csv', 'openssh'] as const
export type ImportFormat = (typeof importFormats)[number]

/** CSV columns in any order; `tags` are separated by semicolons, `jump` is the name of a device. */
export const importColumns = ['name', 'host', 'port', 'user', 'kind', 'group', 'tags', 'jump', 'notes'] as const
export type ImportColumn = (typeof importColumns)[number]

export const importProblems = {
  'name-invalid': { en: 'The name needs 1 to 100 characters', zh: '名称须为 1 到 100 个字符' },
  'name-taken': { en: 'A device named {detail} already exists', zh: '名为 {detail} 的设备已存在' },
  'name-repeated': { en: 'The name {detail} stands in line {line} already', zh: '名称 {detail} 已在第 {line} 行出现' },
  'host-invalid': { en: '{detail} is no host name and no IP address', zh: '{detail} 不是主机名或 IP 地址' },
  'port-invalid': { en: '{detail} is no port: 1 to 65535', zh: '{detail} 不是有效端口（1 到 65535）' },
  'user-missing': { en: 'The user name is missing', zh: '缺少用户名' },
  'user-invalid': { en: '{detail} is no user name', zh: '{detail} 不是有效的用户名' },
  'kind-unknown': { en: '{detail} is no kind: board or cloud', zh: '{detail} 不是有效的类型（board 或 cloud）' },
  'jump-not-found': {
    en: 'The jump device {detail} is neither in the list nor there already',
    zh: '跳板设备 {detail} 既不在列表中，也不存在',
  },
  'jump-loop': {
    en: 'The jump device {detail} is reached through this device itself',
    zh: '跳板设备 {detail} 本身经由该设备连接',
  },
  'jump-failed': { en: 'The jump device {detail} was not added', zh: '跳板设备 {detail} 未能添加' },
  'group-invalid': { en: 'The group is longer than 100 characters', zh: '分组超过 100 个字符' },
  'tags-invalid': { en: 'At most 50 tags of 50 characters each', zh: '最多 50 个标签，每个不超过 50 个字符' },
  'notes-invalid': { en: 'The notes are longer than 10,000 characters', zh: '备注超过 10,000 个字符' },
  'key-invalid': { en: 'The private key cannot be read: {detail}', zh: '无法读取私钥：{detail}' },
} as const satisfies Record<string, Text>
export type ImportProblem = keyof typeof importProblems
const importProblem = z.enum(Object.keys(importProblems) as [ImportProblem, ...ImportProblem[]])

export const importNotes = {
  'column-unknown': { en: 'The column {detail} is not imported', zh: '不导入列 {detail}' },
  'column-missing': { en: 'The column {detail} is missing', zh: '缺少列 {detail}' },
  'include-ignored': {
    en: 'Include {detail} is not followed: add that file by itself',
    zh: '不读取 Include {detail}：请单独导入该文件',
  },
  'match-ignored': { en: 'The block Match {detail} is not imported', zh: '不导入 Match {detail} 区块' },
  'identity-ignored': {
    en: 'The key {detail} is not imported: it lies on another machine',
    zh: '不导入密钥 {detail}：它位于其他机器上',
  },
  'proxy-command-ignored': { en: 'ProxyCommand is not imported: {detail}', zh: '不导入 ProxyCommand：{detail}' },
  'jump-shortened': {
    en: 'Of several jumps only the last counts; the one before it is the jump device of that: {detail}',
    zh: '多级跳板只取最后一级，其上一级应设为该跳板设备的跳板：{detail}',
  },
  'line-invalid': { en: 'The line cannot be read: {detail}', zh: '无法读取该行：{detail}' },
  'rows-cut': { en: 'Only the first {detail} devices are imported at once', zh: '一次最多导入前 {detail} 个设备' },
} as const satisfies Record<string, Text>
export type ImportNote = keyof typeof importNotes
const importNote = z.enum(Object.keys(importNotes) as [ImportNote, ...ImportNote[]])

export const maxImportRows = 2_000

/** A row as read, without validation: `problems` lists what is wrong with it. */
const previewedDevice = z.object({
  name: z.string(),
  host: z.string(),
  /** Null when it is not a number. */
  port: z.number().nullable(),
  username: z.string(),
  kind: z.enum(deviceKinds),
  group: z.string(),
  tags: z.array(z.string()),
  jump: z.string().nullable(),
  notes: z.string(),
})

const line = count
export const importPreviewRow = z.object({
  line,
  device: previewedDevice,
  problems: z.array(z.object({ problem: importProblem, detail: z.string(), line: line.optional() })),
})
export type ImportPreviewRow = z.output<typeof importPreviewRow>

const importPreview = z.object({
  rows: z.array(importPreviewRow),
  notes: z.array(z.object({ note: importNote, line, detail: z.string() })),
})
export type ImportPreview = z.output<typeof importPreview>

const importRow = deviceCreate
  .omit({ fingerprint: true, jumpDeviceId: true, credentials: true })
  .extend({ jump: name.nullable().default(null), credentials: deviceCredentials.default({ method: 'server-key' }) })
export type ImportRow = z.output<typeof importRow>

export const deviceImportEndpoints = {
  previewDeviceImport: endpoint('POST', '/devices/import/preview', {
    audited: false,
    summary: {
      en: 'The devices that a CSV or a configuration of OpenSSH would make, and what is wrong with each',
      zh: '预览 CSV 或 OpenSSH 配置将添加的设备及各行的问题',
    },
    body: z.object({ format: z.enum(importFormats), text: z.string().max(1_000_000) }),
    bodyLimit: 4_194_304,
    answer: importPreview,
  }),
  importDevices: endpoint('POST', '/devices/import', {
    summary: {
      en: 'Add many devices, each by itself: what is wrong with one does not hold up the others. Their host keys are to be confirmed',
      zh: '批量添加设备；单个失败不影响其他设备，之后需逐个确认主机密钥',
    },
    body: z.object({ rows: z.array(importRow).min(1).max(maxImportRows) }),
    bodyLimit: 33_554_432,
    answer: z.object({
      rows: z.array(
        z.object({
          deviceId: id.nullable(),
          problem: importProblem.nullable(),
          detail: z.string(),
        }),
      ),
    }),
  }),
} as const
