import type { SpaceFile } from '@vermilion/contract/files'

type Kind = SpaceFile['kind']

interface Media {
  readonly type: string
  readonly kind: Kind
  /** Whether a browser may show it in its own page: nothing that runs, and nothing with a parser of its own risks. */
  readonly inline?: true
  /** Whether the picture worker reads it: then it gets dimensions and a thumbnail, or is called broken. */
  readonly readable?: true
}

const picture = (type: string): Media => ({ type, kind: 'image', inline: true, readable: true })
const plainText = (type: string): Media => ({ type, kind: 'text' })
const archive = (type: string): Media => ({ type, kind: 'archive' })
const video = (type: string): Media => ({ type, kind: 'video', inline: true })
const audio = (type: string): Media => ({ type, kind: 'audio', inline: true })

/** What a file is by the ending of its name. Contents are not asked: a wrong ending shows as a broken picture. */
const byEnding: Readonly<Record<string, Media>> = {
  jpg: picture('image/jpeg'),
  jpeg: picture('image/jpeg'),
  jfif: picture('image/jpeg'),
  png: picture('image/png'),
  webp: picture('image/webp'),
  gif: picture('image/gif'),
  avif: picture('image/avif'),
  bmp: picture('image/bmp'),
  tif: { type: 'image/tiff', kind: 'image', readable: true },
  tiff: { type: 'image/tiff', kind: 'image', readable: true },
  heic: { type: 'image/heic', kind: 'image' },
  svg: { type: 'image/svg+xml', kind: 'other' },
  mp4: video('video/mp4'),
  m4v: video('video/mp4'),
  mov: video('video/quicktime'),
  webm: video('video/webm'),
  mkv: video('video/x-matroska'),
  avi: video('video/x-msvideo'),
  mp3: audio('audio/mpeg'),
  wav: audio('audio/wav'),
  ogg: audio('audio/ogg'),
  flac: audio('audio/flac'),
  m4a: audio('audio/mp4'),
  txt: { ...plainText('text/plain'), inline: true },
  md: plainText('text/markdown'),
  csv: plainText('text/csv'),
  log: { ...plainText('text/plain'), inline: true },
  json: plainText('application/json'),
  jsonl: plainText('application/jsonl'),
  yaml: plainText('application/yaml'),
  yml: plainText('application/yaml'),
  xml: plainText('application/xml'),
  html: plainText('text/html'),
  htm: plainText('text/html'),
  zip: archive('application/zip'),
  tar: archive('application/x-tar'),
  gz: archive('application/gzip'),
  tgz: archive('application/gzip'),
  bz2: archive('application/x-bzip2'),
  xz: archive('application/x-xz'),
  '7z': archive('application/x-7z-compressed'),
  rar: archive('application/vnd.rar'),
  pdf: { type: 'application/pdf', kind: 'other' },
  onnx: { type: 'application/octet-stream', kind: 'other' },
}

const unknown: Media = { type: 'application/octet-stream', kind: 'other' }

export function mediaOf(name: string): Media {
  const dot = name.lastIndexOf('.')
  const ending = dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
  return (Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined) ?? unknown
}
