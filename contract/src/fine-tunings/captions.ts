import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

export const maxCaptionLength = 10_000

/** Caption of an image, stored in a text file of the same name beside it. */
const captionText = z
  .string()
  .max(maxCaptionLength)
  .refine((text) => !text.includes('\0'), schemaMessage('has a zero byte', '包含空字符'))

export const captionedPicture = z.object({
  fileId: id,
  path: z.string(),
  caption: z.string(),
})
export type CaptionedPicture = z.output<typeof captionedPicture>

export const maxCaptioned = 2_000

const phrase = captionText.max(500)

export const captionChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('replace'), find: phrase.min(1), replacement: phrase }),
  z.object({ kind: z.literal('add'), words: phrase.trim().min(1) }),
  z.object({ kind: z.literal('from-labels'), datasetId: id }),
])
export type CaptionChange = z.output<typeof captionChange>

const folder = z.string().max(1_000).default('')

export const captionEndpoints = {
  listCaptions: endpoint('GET', '/spaces/:spaceId/captions', {
    summary: {
      en: 'The pictures below a folder with their captions, by path',
      zh: '文件夹中的图片及其描述，按路径排序',
    },
    query: pageQuery.extend({
      folder,
      captioned: z.stringbool().or(z.boolean()).optional(),
    }),
    answer: pageOf(captionedPicture),
    errors: ['space.not-found', 'folder.not-found'],
  }),
  countCaptions: endpoint('GET', '/spaces/:spaceId/captions/count', {
    summary: {
      en: 'How many pictures there are below a folder, and how many of them have a caption',
      zh: '文件夹中的图片数量，以及其中有描述的数量',
    },
    query: z.object({ folder }),
    /** `unread` texts were not read yet and count as captions; the next calls read more of them. */
    answer: z.object({ pictures: count, captioned: count, unread: count }),
    errors: ['space.not-found', 'folder.not-found'],
  }),
  saveCaption: endpoint('PUT', '/spaces/:spaceId/captions/:fileId', {
    summary: {
      en: 'Write the caption of a picture into the text file beside it',
      zh: '将图片描述写入旁边的同名文本文件',
    },
    body: z.object({ caption: captionText }),
    answer: captionedPicture,
    errors: [
      'space.not-found',
      'space.in-place',
      'file.not-found',
      'file.path-invalid',
      'fine-tuning.caption-too-long',
      'fine-tuning.caption-labels',
    ],
  }),
  changeCaptions: endpoint('POST', '/spaces/:spaceId/captions/changes', {
    summary: {
      en: 'Change the captions of all pictures below a folder: find and replace, add words, or take labels',
      zh: '批量修改文件夹中所有图片的描述：查找替换、添加词语或取自标注',
    },
    body: z.object({ folder, change: captionChange }),
    answer: z.object({ pictures: count, changed: count }),
    errors: [
      'space.not-found',
      'space.in-place',
      'folder.not-found',
      'dataset.not-found',
      'dataset.empty',
      'fine-tuning.too-many-pictures',
      'fine-tuning.caption-too-long',
    ],
  }),
} as const
