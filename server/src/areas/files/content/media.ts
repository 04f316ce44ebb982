import type { SpaceFile } from '@vermilion/contract/files'

type Kind = SpaceFile['kind']

interface Media {
  readonly type: string
  readonly kind: Kind
  /** True for types that a browser may show in its page: nothing executable or with a risky parser of its own. */
  readonly inline?: true
  /** True when picture workers read it: it gets a size and a thumbnail, or counts as broken. */
  readonly readable?: true
}

const picture = (type: string): Media => ({ type, kind: 'image', inline: true, readable: true })
const scan = (type: string): Media => ({ type, kind: 'image', readable: true })
const foreign = (type: string): Media => ({ type, kind: 'image' })
const video = (type: string): Media => ({ type, kind: 'video', inline: true })
const audio = (type: string): Media => ({ type, kind: 'audio', inline: true })
const plainText = (type: string): Media => ({ type, kind: 'text' })
const notes: Media = { ...plainText('text/plain'), inline: true }
const code = (language: string): Media => plainText(`text/x-${language}`)
const archive = (type: string): Media => ({ type, kind: 'archive' })
const other = (type: string): Media => ({ type, kind: 'other' })
const bytes = other('application/octet-stream')

/** Contents are not examined: a wrong extension results in a broken picture. */
const byEnding: Readonly<Record<string, Media>> = {
  jpg: picture('image/jpeg'),
  jpeg: picture('image/jpeg'),
  jpe: picture('image/jpeg'),
  jfif: picture('image/jpeg'),
  png: picture('image/png'),
  webp: picture('image/webp'),
  gif: picture('image/gif'),
  avif: picture('image/avif'),
  bmp: picture('image/bmp'),
  tif: scan('image/tiff'),
  tiff: scan('image/tiff'),
  heic: scan('image/heic'),
  heif: scan('image/heif'),
  jxl: foreign('image/jxl'),
  jp2: foreign('image/jp2'),
  dng: foreign('image/x-adobe-dng'),
  psd: foreign('image/vnd.adobe.photoshop'),
  exr: foreign('image/x-exr'),
  mp4: video('video/mp4'),
  m4v: video('video/mp4'),
  mov: video('video/quicktime'),
  webm: video('video/webm'),
  ogv: video('video/ogg'),
  mkv: video('video/x-matroska'),
  avi: video('video/x-msvideo'),
  mp3: audio('audio/mpeg'),
  wav: audio('audio/wav'),
  ogg: audio('audio/ogg'),
  oga: audio('audio/ogg'),
  opus: audio('audio/ogg'),
  flac: audio('audio/flac'),
  aac: audio('audio/aac'),
  m4a: audio('audio/mp4'),
  txt: notes,
  log: notes,
  md: plainText('text/markdown'),
  csv: plainText('text/csv'),
  tsv: plainText('text/tab-separated-values'),
  json: plainText('application/json'),
  jsonl: plainText('application/jsonl'),
  ndjson: plainText('application/jsonl'),
  jsonc: plainText('application/jsonc'),
  geojson: plainText('application/geo+json'),
  ipynb: plainText('application/x-ipynb+json'),
  yaml: plainText('application/yaml'),
  yml: plainText('application/yaml'),
  toml: plainText('application/toml'),
  ini: code('ini'),
  cfg: code('ini'),
  conf: code('ini'),
  properties: code('ini'),
  names: notes,
  xml: plainText('application/xml'),
  html: plainText('text/html'),
  htm: plainText('text/html'),
  css: plainText('text/css'),
  svg: plainText('image/svg+xml'),
  srt: plainText('application/x-subrip'),
  vtt: plainText('text/vtt'),
  js: code('javascript'),
  mjs: code('javascript'),
  cjs: code('javascript'),
  jsx: code('javascript'),
  ts: code('typescript'),
  tsx: code('typescript'),
  py: code('python'),
  sh: code('sh'),
  bash: code('sh'),
  bat: code('bat'),
  ps1: code('powershell'),
  c: code('c'),
  h: code('c'),
  cc: code('c++'),
  cpp: code('c++'),
  hpp: code('c++'),
  cu: code('c++'),
  cs: code('csharp'),
  java: code('java'),
  go: code('go'),
  rs: code('rust'),
  lua: code('lua'),
  m: code('matlab'),
  r: code('r'),
  sql: code('sql'),
  proto: code('protobuf'),
  pbtxt: code('protobuf'),
  prototxt: code('protobuf'),
  diff: code('diff'),
  patch: code('diff'),
  zip: archive('application/zip'),
  tar: archive('application/x-tar'),
  gz: archive('application/gzip'),
  tgz: archive('application/gzip'),
  bz2: archive('application/x-bzip2'),
  xz: archive('application/x-xz'),
  zst: archive('application/zstd'),
  '7z': archive('application/x-7z-compressed'),
  rar: archive('application/vnd.rar'),
  pdf: other('application/pdf'),
  glb: other('model/gltf-binary'),
  gltf: other('model/gltf+json'),
  obj: other('model/obj'),
  stl: other('model/stl'),
  ply: other('application/x-ply'),
  pcd: other('application/x-pcd'),
  las: other('application/vnd.las'),
  laz: other('application/vnd.laszip'),
  bag: other('application/x-rosbag'),
  mcap: other('application/x-mcap'),
  npy: other('application/x-npy'),
  npz: other('application/x-npz'),
  mat: other('application/x-matlab-data'),
  parquet: other('application/vnd.apache.parquet'),
  arrow: other('application/vnd.apache.arrow.file'),
  tfrecord: other('application/x-tfrecord'),
  h5: other('application/x-hdf5'),
  hdf5: other('application/x-hdf5'),
  safetensors: other('application/x-safetensors'),
  onnx: other('application/x-onnx'),
  pt: other('application/x-pytorch'),
  pth: other('application/x-pytorch'),
  ckpt: bytes,
  pkl: other('application/x-pickle'),
  db: other('application/vnd.sqlite3'),
  bin: bytes,
}

export function mediaOf(name: string): Media {
  const dot = name.lastIndexOf('.')
  const ending = dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
  return (Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined) ?? bytes
}
