import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, id } from '../kernel/fields.ts'
import { absoluteDevicePath, fileErrors, writeErrors } from './files.ts'

export const deviceFileConflicts = ['refuse', 'replace'] as const

/** Bytes of one PUT of an upload: below what proxies commonly refuse. */
export const deviceUploadChunk = 8 * 1024 * 1024

/** A file on its way to a device. The same one again goes on where it was cut off. */
export const deviceUpload = z.object({
  path: absoluteDevicePath,
  size: bytes,
  /** Milliseconds since 1970; the file gets it on the device. */
  modifiedAt: z.number().int().min(0),
  conflict: z.enum(deviceFileConflicts).default('replace'),
})
export type DeviceUpload = z.input<typeof deviceUpload>

export const deviceUploadState = z.object({
  /** Bytes that lie on the device. */
  offset: bytes,
  isComplete: z.boolean(),
})
export type DeviceUploadState = z.output<typeof deviceUploadState>

/** Most files of one pack, and the bytes of the largest of them. */
export const devicePackFiles = 500
export const maxDevicePackedBytes = 1024 * 1024

/** Result per file of the pack, in order: null, or the reason it is not on the device. */
export const devicePackResult = z.array(z.object({ en: z.string(), zh: z.string() }).nullable())

/** The head of a pack: four bytes with the length of this as JSON, the JSON, and then the bytes of its files. */
export const devicePack = z.array(deviceUpload.extend({ size: bytes.max(maxDevicePackedBytes) })).max(devicePackFiles)

const params = z.object({ deviceId: id })
/** Numbers of an address are texts. */
const orderQuery = deviceUpload.extend({
  size: z.coerce.number().int().min(0),
  modifiedAt: z.coerce.number().int().min(0),
})

export const deviceUploadEndpoints = {
  getDeviceUpload: endpoint({
    method: 'POST',
    path: '/devices/:deviceId/files/uploads',
    audited: false,
    summary: {
      en: 'How much of a file lies on a device already, before or between the parts of its upload',
      zh: '查询文件已上传到设备的字节数（上传前或续传时使用）',
    },
    params,
    body: deviceUpload,
    answer: deviceUploadState,
    errors: [...writeErrors, 'device-file.is-folder'],
  }),
  uploadDeviceFile: endpoint({
    method: 'PUT',
    path: '/devices/:deviceId/files/uploads',
    audited: false,
    summary: {
      en: 'Send bytes of a file to a device from an offset on. They lie beside it as a part, and get its name when all are there and, where a checksum is given, are right',
      zh: '从指定位置起向设备上传文件内容；先存为临时文件，全部到达且校验无误后才改为正式名称',
    },
    params,
    query: orderQuery.extend({
      offset: z.coerce.number().int().min(0).default(0),
      /** SHA-256 of the whole file, hexadecimal; looked at with the last byte. */
      checksum: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    }),
    streamed: 'application/octet-stream',
    answer: deviceUploadState,
    errors: [...writeErrors, 'device-file.is-folder', 'device-file.offset-wrong', 'device-file.checksum-differs'],
  }),
  cancelDeviceUpload: endpoint({
    method: 'DELETE',
    path: '/devices/:deviceId/files/uploads',
    audited: false,
    summary: { en: 'Give an upload up and delete what lies on the device of it', zh: '放弃上传并删除设备上的临时文件' },
    params,
    query: orderQuery,
    answer: z.object({}),
    errors: fileErrors,
  }),
  uploadDevicePack: endpoint({
    method: 'POST',
    path: '/devices/:deviceId/files/upload-packs',
    audited: false,
    summary: {
      en: 'Many small files to a device in one request: four bytes of length, a list as JSON, and the bytes of the files',
      zh: '一次请求向设备上传多个小文件：四字节长度、JSON 列表及各文件内容',
    },
    params,
    streamed: 'application/octet-stream',
    answer: devicePackResult,
    errors: [...writeErrors, 'request.invalid'],
  }),
} as const
