import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, checksum, text } from '../kernel/fields.ts'
import { absoluteDevicePath, fileErrors, writeErrors } from './files.ts'

export const deviceFileConflicts = ['refuse', 'replace'] as const

/** Bytes per PUT, below the usual limits of proxies. */
export const deviceUploadChunk = 8 * 1024 * 1024

/** An upload to a device. Repeating it resumes an interrupted one. */
export const deviceUpload = z.object({
  path: absoluteDevicePath,
  size: bytes,
  /** Milliseconds since 1970, applied to the file on the device. */
  modifiedAt: z.number().int().min(0),
  conflict: z.enum(deviceFileConflicts).default('replace'),
})
export type DeviceUpload = z.input<typeof deviceUpload>

export const deviceUploadState = z.object({
  offset: bytes,
  isComplete: z.boolean(),
})
export type DeviceUploadState = z.output<typeof deviceUploadState>

/** Maximum files of a pack, and bytes of each. */
export const devicePackFiles = 500
export const maxDevicePackedBytes = 1024 * 1024

/** Result per file of the pack, in order: null, or the reason it is not on the device. */
export const devicePackResult = z.array(text.nullable())

/** Header of a pack: four bytes with the length of this JSON, the JSON, then the bytes of the files. */
export const devicePack = z.array(deviceUpload.extend({ size: bytes.max(maxDevicePackedBytes) })).max(devicePackFiles)

/** Numbers in a query are strings. */
const orderQuery = deviceUpload.extend({
  size: z.coerce.number().int().min(0),
  modifiedAt: z.coerce.number().int().min(0),
})

export const deviceUploadEndpoints = {
  getDeviceUpload: endpoint('POST', '/devices/:deviceId/files/uploads', {
    audited: false,
    summary: {
      en: 'How much of a file lies on a device already, before or between the parts of its upload',
      zh: '查询文件已上传到设备的字节数（上传前或续传时使用）',
    },
    body: deviceUpload,
    answer: deviceUploadState,
    errors: [...writeErrors, 'device-file.is-folder'],
  }),
  uploadDeviceFile: endpoint('PUT', '/devices/:deviceId/files/uploads', {
    audited: false,
    summary: {
      en: 'Send bytes of a file to a device from an offset on. They lie beside it as a part, and get its name when all are there and, where a checksum is given, are right',
      zh: '从指定位置起向设备上传文件内容；先存为临时文件，全部到达且校验无误后才改为正式名称',
    },
    query: orderQuery.extend({
      offset: z.coerce.number().int().min(0).default(0),
      /** SHA-256 of the complete file in hexadecimal; checked after the last byte. */
      checksum: checksum.optional(),
    }),
    streamed: 'application/octet-stream',
    answer: deviceUploadState,
    errors: [...writeErrors, 'device-file.is-folder', 'device-file.offset-wrong', 'device-file.checksum-differs'],
  }),
  cancelDeviceUpload: endpoint('DELETE', '/devices/:deviceId/files/uploads', {
    audited: false,
    summary: { en: 'Give an upload up and delete what lies on the device of it', zh: '放弃上传并删除设备上的临时文件' },
    query: orderQuery,
    answer: z.object({}),
    errors: fileErrors,
  }),
  uploadDevicePack: endpoint('POST', '/devices/:deviceId/files/upload-packs', {
    audited: false,
    summary: {
      en: 'Many small files to a device in one request: four bytes of length, a list as JSON, and the bytes of the files',
      zh: '一次请求向设备上传多个小文件：四字节长度、JSON 列表及各文件内容',
    },
    streamed: 'application/octet-stream',
    answer: devicePackResult,
    errors: [...writeErrors, 'request.invalid'],
  }),
} as const
