import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, time } from '../kernel/fields.ts'
import { pictureProblems } from '../pictures/problems.ts'

/** Tile side in pixels; tiles at the right and lower edge may be smaller. */
export const tileSide = 512
/** Longer side of a preview in pixels. */
export const previewSide = 1024

const shortText = z.string().max(200).nullable()
const measure = z.number().nullable()

export const pictureMetadata = z.object({
  problem: z.enum(pictureProblems).nullable(),
  format: shortText,
  compression: shortText,
  width: count.nullable(),
  height: count.nullable(),
  /** EXIF orientation, 1 to 8; the picture is displayed upright. */
  orientation: count.nullable(),
  pages: count.nullable(),
  channels: count.nullable(),
  bitDepth: count.nullable(),
  /** Values mapped to black and white in previews and model inputs; null for the full range of the bit depth. */
  shownAsBlack: measure,
  shownAsWhite: measure,
  colourSpace: shortText,
  colourProfile: shortText,
  transparent: z.boolean().nullable(),
  /** Pixels per inch. */
  density: measure,
  camera: shortText,
  lens: shortText,
  software: shortText,
  /** The camera's clock, without time zone: `YYYY-MM-DD HH:mm:ss`. */
  takenAt: shortText,
  /** In seconds. */
  exposureTime: measure,
  aperture: measure,
  iso: measure,
  /** In millimeters. */
  focalLength: measure,
  /** In degrees, north and east positive. */
  latitude: measure,
  longitude: measure,
  /** In meters above sea level. */
  altitude: measure,
})
export type PictureMetadata = z.output<typeof pictureMetadata>

/** Tiled picture. Level 0 is full size, each further level half the previous, rounded up. */
export const tiling = z.object({
  width: count,
  height: count,
  tileSide: count,
  levels: count,
  ready: z.boolean(),
})
export type Tiling = z.output<typeof tiling>

/** An archive entry. Its path is as written and may be hostile. */
export const archiveEntry = z.object({
  path: z.string(),
  folder: z.boolean(),
  size: bytes,
  /** Null when entries are not compressed individually. */
  packedSize: bytes.nullable(),
  modifiedAt: time.nullable(),
  encrypted: z.boolean(),
  /** True when extracting this name would leave the target folder. */
  escapes: z.boolean(),
})
export type ArchiveEntry = z.output<typeof archiveEntry>

export const maxEntries = 20_000

export const previewEndpoints = {
  fileMetadata: endpoint('GET', '/files/:fileId/metadata', {
    summary: {
      en: 'What a picture says of itself: camera, exposure, place, colors',
      zh: '图片自带的信息：相机、曝光、位置、色彩',
    },
    answer: pictureMetadata,
    errors: ['file.not-found', 'file.unreachable', 'file.no-preview'],
  }),
  filePreview: endpoint('GET', '/files/:fileId/preview', {
    summary: { en: 'A picture of at most 1024 by 1024 pixels', zh: '不超过 1024 × 1024 像素的预览图' },
    raw: 'image/webp',
    errors: ['file.not-found', 'file.unreachable', 'file.no-preview'],
  }),
  filePicture: endpoint('GET', '/files/:fileId/picture', {
    summary: {
      en: 'A picture in its full size, as every browser shows it and models see it: the file itself where it is such a picture',
      zh: '全尺寸图片，各浏览器的显示与模型所见一致；原文件已符合时即为原文件',
    },
    raw: 'image/*',
    errors: ['file.not-found', 'file.unreachable', 'file.no-preview'],
  }),
  fileTiling: endpoint('GET', '/files/:fileId/tiles', {
    summary: {
      en: 'How a picture is cut into tiles; asking for it begins the cutting where nobody did yet',
      zh: '图片的切片方式；首次查询即开始切片',
    },
    answer: tiling,
    errors: ['file.not-found', 'file.unreachable', 'file.no-preview'],
  }),
  fileTile: endpoint('GET', '/files/:fileId/tile', {
    summary: { en: 'One tile of a picture that has been cut', zh: '已切片图片的一个切片' },
    query: z.object({
      level: z.coerce.number().int().min(0).max(40),
      x: z.coerce.number().int().min(0),
      y: z.coerce.number().int().min(0),
    }),
    raw: 'image/jpeg',
    errors: ['file.not-found', 'file.unreachable', 'file.no-preview'],
  }),
  fileEntries: endpoint('GET', '/files/:fileId/entries', {
    summary: { en: 'What a zip or tar archive holds', zh: 'zip 或 tar 压缩包中的内容' },
    answer: z.object({
      entries: z.array(archiveEntry),
      /** Total number of entries; null when the archive was not read to its end. */
      total: count.nullable(),
    }),
    errors: ['file.not-found', 'file.unreachable', 'file.no-preview', 'file.archive-unreadable'],
  }),
  fileDocument: endpoint('GET', '/files/:fileId/document', {
    summary: { en: 'A PDF, for the frame in which a browser shows it', zh: '供浏览器内嵌查看的 PDF' },
    raw: 'application/pdf',
    errors: ['file.not-found', 'file.unreachable', 'file.no-preview'],
  }),
} as const
