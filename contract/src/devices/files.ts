import { sortOrder } from '../kernel/page.ts'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id, time } from '../kernel/fields.ts'

/** Absolute, or relative to the home folder (empty). Safe text of file-paths.ts; `.`, `..` and empty names are refused. */
export const devicePath = z.string().max(12_000)
export const absoluteDevicePath = devicePath.min(1)

/** `other`: sockets, pipes and device nodes, which are never read. */
export const deviceFileTypes = ['file', 'folder', 'link', 'other'] as const

export const deviceFile = z.object({
  name: z.string(),
  path: z.string(),
  type: z.enum(deviceFileTypes),
  target: z.enum(['file', 'folder', 'other', 'missing']).nullable(),
  size: bytes,
  /** Whole seconds of the device's clock. */
  modifiedAt: time.nullable(),
  /** Permissions: the low twelve bits, as chmod takes them. */
  mode: z.number().int().nullable(),
  userId: z.number().int().nullable(),
})
export type DeviceFile = z.output<typeof deviceFile>

export const deviceFileSorts = ['name', 'size', 'modifiedAt'] as const
export type DeviceFileSort = (typeof deviceFileSorts)[number] | `-${(typeof deviceFileSorts)[number]}`

/** Maximum entries read from a folder, in the device's order. */
export const maxDeviceEntries = 200_000
export const maxListedEntries = 500

export const deviceFileList = z.object({
  path: z.string(),
  entries: z.array(deviceFile),
  total: count,
  hidden: count,
  /** Invalid names (`a/b`, `..`), which only a malicious device sends. */
  refused: count,
  isCut: z.boolean(),
  /** Id of the reading; further pages come from it while the server caches it. */
  listing: id,
})
export type DeviceFileList = z.output<typeof deviceFileList>

/** Totals below the paths; `isCut` when counting was stopped for time. */
export const deviceFileCount = z.object({ files: count, folders: count, bytes, isCut: z.boolean() })
export type DeviceFileCount = z.output<typeof deviceFileCount>

/** A prepared zip download, valid for ten minutes and for its requester. */
export const deviceArchive = z.object({ id, name: z.string() })
export type DeviceArchive = z.output<typeof deviceArchive>

export const deviceTreeEntry = z.object({
  path: z.string(),
  type: z.enum(['file', 'folder']),
  size: bytes,
  /** Seconds since 1970. */
  modifiedAt: z.number().nullable(),
})
export type DeviceTreeEntry = z.output<typeof deviceTreeEntry>

const paths = z.array(absoluteDevicePath).min(1).max(10_000)

export const fileErrors = [
  'device.not-found',
  'device.offline',
  'device.no-sftp',
  'device.login-prints',
  'device-file.not-found',
  'device-file.no-permission',
  'device-file.path-invalid',
  'device-file.failed',
] as const
export const writeErrors = [
  ...fileErrors,
  'device-file.exists',
  'device-file.no-space',
  'device-file.read-only',
] as const

export const deviceFileEndpoints = {
  listDeviceFiles: endpoint('GET', '/devices/:deviceId/files', {
    summary: {
      en: 'Part of what lies directly in a folder of a device; folders stand before files',
      zh: '设备某个文件夹中的部分内容；文件夹排在文件之前',
    },
    query: z.object({
      path: devicePath.default(''),
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(maxListedEntries).default(200),
      sort: sortOrder(deviceFileSorts).default('name'),
      search: z.string().max(200).optional(),
      hidden: z.stringbool().default(false),
      listing: id.optional(),
    }),
    answer: deviceFileList,
    errors: [...fileErrors, 'device-file.not-folder'],
  }),
  getDeviceFile: endpoint('GET', '/devices/:deviceId/file', {
    summary: { en: 'One file or folder of a device', zh: '设备上的一个文件或文件夹' },
    query: z.object({ path: devicePath }),
    answer: deviceFile,
    errors: fileErrors,
  }),
  deviceFileContent: endpoint('GET', '/devices/:deviceId/files/content', {
    summary: {
      en: 'The bytes of a file of a device, as they come from there; ranges are answered',
      zh: '设备文件的内容，直接从设备读取；支持范围请求',
    },
    query: z.object({ path: absoluteDevicePath, download: z.stringbool().default(false) }),
    raw: 'application/octet-stream',
    errors: [...fileErrors, 'device-file.not-regular'],
  }),
  deviceFileTree: endpoint('GET', '/devices/:deviceId/files/tree', {
    summary: {
      en: 'Everything below a folder of a device, a line of JSON each; links are not followed',
      zh: '设备文件夹下的全部内容，每行一个 JSON；不跟随链接',
    },
    query: z.object({ path: devicePath }),
    raw: 'application/x-ndjson',
    errors: fileErrors,
  }),
  packDeviceFiles: endpoint('POST', '/devices/:deviceId/files/pack', {
    audited: false,
    summary: {
      en: 'Small files of a device as one tar, under the numbers of their places in the request; what cannot be read is left out',
      zh: '将设备上的多个小文件打包为 tar，以请求中的序号命名；无法读取的文件会被略过',
    },
    body: z.object({ paths }),
    bodyLimit: 16 * 1024 * 1024,
    raw: 'application/x-tar',
    errors: fileErrors,
  }),
  countDeviceFiles: endpoint('POST', '/devices/:deviceId/files/count', {
    audited: false,
    readOnly: true,
    summary: { en: 'How much lies at some paths of a device and below them', zh: '统计设备上若干路径及其下的内容' },
    body: z.object({ paths }),
    bodyLimit: 16 * 1024 * 1024,
    answer: deviceFileCount,
    errors: fileErrors,
  }),
  createDeviceFolder: endpoint('POST', '/devices/:deviceId/files/folders', {
    summary: {
      en: 'Make a folder on a device, with those above it where they are missing',
      zh: '在设备上新建文件夹，缺少的上级文件夹一并创建',
    },
    body: z.object({ path: absoluteDevicePath, mayExist: z.boolean().default(false) }),
    answer: deviceFile,
    errors: writeErrors,
  }),
  moveDeviceFile: endpoint('POST', '/devices/:deviceId/files/move', {
    summary: {
      en: 'Give a file or folder of a device another name or place; nothing is replaced',
      zh: '重命名或移动设备上的文件或文件夹；不会覆盖已有内容',
    },
    body: z.object({ path: absoluteDevicePath, to: absoluteDevicePath }),
    answer: deviceFile,
    errors: writeErrors,
  }),
  deleteDeviceFiles: endpoint('POST', '/devices/:deviceId/files/delete', {
    summary: {
      en: 'Delete files and folders of a device with all below them, for good. It is done as work, which the tray shows',
      zh: '永久删除设备上的文件和文件夹（含其下全部内容），作为后台任务执行并显示进度',
    },
    body: z.object({ paths }),
    bodyLimit: 16 * 1024 * 1024,
    answer: z.object({ deletionId: id }),
    errors: fileErrors,
  }),
  createDeviceArchive: endpoint('POST', '/devices/:deviceId/files/archives', {
    summary: {
      en: 'Choose files and folders of a device to download as one zip; links are not followed',
      zh: '选择设备上的文件和文件夹打包为 zip 下载；不跟随链接',
    },
    body: z.object({ paths }),
    bodyLimit: 16 * 1024 * 1024,
    answer: deviceArchive,
    errors: fileErrors,
  }),
  downloadDeviceArchive: endpoint('GET', '/device-archives/:archiveId', {
    summary: {
      en: 'The chosen files of a device as a zip, made while it is sent. What cannot be read is told in its last file',
      zh: '设备上所选文件的 zip，边生成边发送；无法读取的内容列在最后一个文件中',
    },
    raw: 'application/zip',
    errors: ['archive.not-found', 'device.not-found', 'device.offline', 'device.no-sftp', 'device.login-prints'],
  }),
} as const
