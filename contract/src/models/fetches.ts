import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, id, text, time } from '../kernel/fields.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

const fetchStatuses = ['fetching', 'ready', 'failed', 'stopped'] as const

export const modelFetch = z.object({
  id,
  address: z.string(),
  spaceId: id,
  path: z.string(),
  status: z.enum(fetchStatuses),
  done: bytes,
  total: bytes.nullable(),
  sha256: z.string().nullable(),
  fileId: id.nullable(),
  error: text.nullable(),
  createdAt: time,
})
export type ModelFetch = z.output<typeof modelFetch>

const isPlainAddress = (address: string) => {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

export const modelFetchEndpoints = {
  fetchModelFile: endpoint('POST', '/model-files/fetches', {
    summary: {
      en: 'Fetch a model file from an address into a data space; it goes on after a break',
      zh: '从网址下载模型文件到数据空间；中断后继续',
    },
    body: z.object({
      address: z
        .string()
        .max(2_000)
        .refine(
          isPlainAddress,
          schemaMessage('needs an address that begins with https:// or http://', '地址须以 https:// 或 http:// 开头'),
        ),
      spaceId: id,
    }),
    answer: modelFetch,
    errors: ['space.not-found', 'space.in-place', 'model-fetch.too-many'],
  }),
  getModelFetch: endpoint('GET', '/model-files/fetches/:fetchId', {
    summary: { en: 'How far a model file is that is fetched', zh: '模型文件的下载进度' },
    answer: modelFetch,
    errors: ['model-fetch.not-found'],
  }),
} as const
