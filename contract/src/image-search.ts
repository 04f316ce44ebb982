import { z } from 'zod'
import { spaceFile } from './files.ts'
import { likenessEndpoints } from './image-search/likeness.ts'
import { searchFields } from './image-search/terms.ts'
import { endpoint } from './kernel/endpoint.ts'
import { bytes, checksum, count, id, time } from './kernel/fields.ts'
import { maximumPageSize } from './kernel/page.ts'
import { schemaMessage } from './kernel/schema-message.ts'

/** `text`: by content if embeddable, else by name, tag and label; `image`: by similarity; `full`: both, each optional. */
export const searchModes = ['text', 'image', 'full'] as const
export type SearchMode = (typeof searchModes)[number]

export const maxSimilar = 2_000
export const maxSearchPictureBytes = 64 * 1024 * 1024

const share = z.number().min(0).max(1)

/** `x,y,width,height` as shares of the picture. */
export const searchRegion = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').map(Number) : value),
  z
    .tuple([share, share, share.positive(), share.positive()])
    .refine(
      ([x, y, width, height]) => x + width <= 1.000_1 && y + height <= 1.000_1,
      schemaMessage('the region leaves the picture', '区域超出图片'),
    ),
)

/** Ids separated by commas. */
const ids = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter((each) => each !== '') : value),
    z.array(id).max(100),
  )
  .default([])

const searchQuery = z.object({
  mode: z.enum(searchModes).default('full'),
  /** Terms separated by `;`. See `searchTermsOf`. */
  words: z.string().max(2_000).default(''),
  fileId: id.optional(),
  picture: checksum.optional(),
  region: searchRegion.optional(),
  spaces: ids,
  datasets: ids,
  /** 0 to 1; the response reports the default. Matches by name or label have none, even in a similarity search. */
  threshold: z.coerce.number().min(0).max(1).optional(),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(maximumPageSize).default(50),
})
export type ImageSearchQuery = z.output<typeof searchQuery>

export const searchResult = z.object({
  file: spaceFile,
  /** Image similarity, or probability that the text describes it, 0 to 1; null for matches by name or label alone. */
  likeness: z.number().min(0).max(1).nullable(),
  matched: z.array(z.enum(searchFields)),
  datasets: z.array(z.object({ id, name: z.string(), itemId: id })),
})
export type SearchResult = z.output<typeof searchResult>

export const searchAnswer = z.object({
  items: z.array(searchResult),
  total: count,
  threshold: share,
  below: count,
  /** True when only the most similar images were examined and more may match. */
  isCapped: z.boolean(),
  notIndexed: count,
})
export type SearchAnswer = z.output<typeof searchAnswer>

export const indexedSpace = z.object({
  spaceId: id,
  name: z.string(),
  isKept: z.boolean(),
  /** True when a user excluded the space: only a user's request indexes it again. */
  isLeftOut: z.boolean(),
  images: count,
  indexed: count,
  unreadable: count,
})
export type IndexedSpace = z.output<typeof indexedSpace>

export const searchIndex = z.object({
  embedder: z.object({
    name: z.string(),
    version: count,
    dimensions: count,
    embedsText: z.boolean(),
  }),
  spaces: z.array(indexedSpace),
  images: count,
  indexed: count,
  bytes,
  isBuilding: z.boolean(),
  updatedAt: time.nullable(),
})
export type SearchIndex = z.output<typeof searchIndex>

export const imageSearchEndpoints = {
  ...likenessEndpoints,
  searchImages: endpoint('GET', '/image-search', {
    summary: {
      en: 'Images by words, by a picture, or by both, over some or all data spaces and datasets, the most alike first',
      zh: '按文字、按图片或两者结合搜索图片，范围为部分或全部数据空间与数据集，最相似的在前',
    },
    query: searchQuery,
    answer: searchAnswer,
    errors: [
      'search.term-invalid',
      'search.too-many-terms',
      'search.picture-unreadable',
      'search.picture-gone',
      'search.embedder-failed',
      'file.not-found',
      'file.unreachable',
    ],
  }),
  sendSearchPicture: endpoint('POST', '/image-search/pictures', {
    audited: false,
    summary: {
      en: 'Send a picture to search with, as the bare bytes of the body; it is kept for about a day',
      zh: '上传用于搜索的图片（请求体即文件内容），保留约一天',
    },
    streamed: 'application/octet-stream',
    answer: z.object({ picture: checksum, width: count, height: count }),
    errors: ['search.picture-unreadable', 'search.picture-too-large'],
  }),
  searchPicture: endpoint('GET', '/image-search/pictures/:picture', {
    summary: { en: 'A picture that was sent to search with, small', zh: '用于搜索的图片（缩略图）' },
    params: z.object({ picture: checksum }),
    raw: 'image/webp',
    errors: ['search.picture-gone'],
  }),
  getSearchIndex: endpoint('GET', '/image-search/index', {
    summary: { en: 'How far the index of images is, for each data space', zh: '图片索引的进度，按数据空间列出' },
    answer: searchIndex,
  }),
  buildSearchIndex: endpoint('POST', '/image-search/index', {
    summary: {
      en: 'Index the images of data spaces, and keep the index in step with their files; of all where none is named',
      zh: '为数据空间的图片建立索引，并随文件变化保持同步；未指定时为全部空间',
    },
    body: z.object({ spaces: z.array(id).max(1_000).default([]) }),
    answer: searchIndex,
    errors: ['space.not-found', 'search.no-space'],
  }),
  removeFromSearchIndex: endpoint('DELETE', '/image-search/index/:spaceId', {
    summary: { en: 'Take the images of a data space out of the index', zh: '将数据空间的图片移出索引' },
    answer: searchIndex,
    errors: ['space.not-found'],
  }),
} as const
