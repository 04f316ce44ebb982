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

/** Media with the endings of their names. Contents are not examined: a wrong extension results in a broken picture. */
const endings: readonly (readonly [Media, ...string[]])[] = [
  [picture('image/jpeg'), 'jpg', 'jpeg', 'jpe', 'jfif'],
  [picture('image/png'), 'png'],
  [picture('image/webp'), 'webp'],
  [picture('image/gif'), 'gif'],
  [picture('image/avif'), 'avif'],
  [picture('image/bmp'), 'bmp'],
  [scan('image/tiff'), 'tif', 'tiff'],
  [scan('image/heic'), 'heic'],
  [scan('image/heif'), 'heif'],
  [foreign('image/jxl'), 'jxl'],
  [foreign('image/jp2'), 'jp2'],
  [foreign('image/x-adobe-dng'), 'dng'],
  [foreign('image/vnd.adobe.photoshop'), 'psd'],
  [foreign('image/x-exr'), 'exr'],
  [video('video/mp4'), 'mp4', 'm4v'],
  [video('video/quicktime'), 'mov'],
  [video('video/webm'), 'webm'],
  [video('video/ogg'), 'ogv'],
  [video('video/x-matroska'), 'mkv'],
  [video('video/x-msvideo'), 'avi'],
  [audio('audio/mpeg'), 'mp3'],
  [audio('audio/wav'), 'wav'],
  [audio('audio/ogg'), 'ogg', 'oga', 'opus'],
  [audio('audio/flac'), 'flac'],
  [audio('audio/aac'), 'aac'],
  [audio('audio/mp4'), 'm4a'],
  [notes, 'txt', 'log', 'names'],
  [plainText('text/markdown'), 'md'],
  [plainText('text/csv'), 'csv'],
  [plainText('text/tab-separated-values'), 'tsv'],
  [plainText('application/json'), 'json'],
  [plainText('application/jsonl'), 'jsonl', 'ndjson'],
  [plainText('application/jsonc'), 'jsonc'],
  [plainText('application/geo+json'), 'geojson'],
  [plainText('application/x-ipynb+json'), 'ipynb'],
  [plainText('application/yaml'), 'yaml', 'yml'],
  [plainText('application/toml'), 'toml'],
  [code('ini'), 'ini', 'cfg', 'conf', 'properties'],
  [plainText('application/xml'), 'xml'],
  [plainText('text/html'), 'html', 'htm'],
  [plainText('text/css'), 'css'],
  [plainText('image/svg+xml'), 'svg'],
  [plainText('application/x-subrip'), 'srt'],
  [plainText('text/vtt'), 'vtt'],
  [code('javascript'), 'js', 'mjs', 'cjs', 'jsx'],
  [code('typescript'), 'ts', 'tsx'],
  [code('python'), 'py'],
  [code('sh'), 'sh', 'bash'],
  [code('bat'), 'bat'],
  [code('powershell'), 'ps1'],
  [code('c'), 'c', 'h'],
  [code('c++'), 'cc', 'cpp', 'hpp', 'cu'],
  [code('csharp'), 'cs'],
  [code('java'), 'java'],
  [code('go'), 'go'],
  [code('rust'), 'rs'],
  [code('lua'), 'lua'],
  [code('matlab'), 'm'],
  [code('r'), 'r'],
  [code('sql'), 'sql'],
  [code('protobuf'), 'proto', 'pbtxt', 'prototxt'],
  [code('diff'), 'diff', 'patch'],
  [archive('application/zip'), 'zip'],
  [archive('application/x-tar'), 'tar'],
  [archive('application/gzip'), 'gz', 'tgz'],
  [archive('application/x-bzip2'), 'bz2'],
  [archive('application/x-xz'), 'xz'],
  [archive('application/zstd'), 'zst'],
  [archive('application/x-7z-compressed'), '7z'],
  [archive('application/vnd.rar'), 'rar'],
  [other('application/pdf'), 'pdf'],
  [other('model/gltf-binary'), 'glb'],
  [other('model/gltf+json'), 'gltf'],
  [other('model/obj'), 'obj'],
  [other('model/stl'), 'stl'],
  [other('application/x-ply'), 'ply'],
  [other('application/x-pcd'), 'pcd'],
  [other('application/vnd.las'), 'las'],
  [other('application/vnd.laszip'), 'laz'],
  [other('application/x-rosbag'), 'bag'],
  [other('application/x-mcap'), 'mcap'],
  [other('application/x-npy'), 'npy'],
  [other('application/x-npz'), 'npz'],
  [other('application/x-matlab-data'), 'mat'],
  [other('application/vnd.apache.parquet'), 'parquet'],
  [other('application/vnd.apache.arrow.file'), 'arrow'],
  [other('application/x-tfrecord'), 'tfrecord'],
  [other('application/x-hdf5'), 'h5', 'hdf5'],
  [other('application/x-safetensors'), 'safetensors'],
  [other('application/x-onnx'), 'onnx'],
  [other('application/x-pytorch'), 'pt', 'pth'],
  [bytes, 'ckpt', 'bin'],
  [other('application/x-pickle'), 'pkl'],
  [other('application/vnd.sqlite3'), 'db'],
]

const byEnding = new Map(endings.flatMap(([media, ...names]) => names.map((name) => [name, media] as const)))

export function mediaOf(name: string): Media {
  const dot = name.lastIndexOf('.')
  return (dot < 0 ? undefined : byEnding.get(name.slice(dot + 1).toLowerCase())) ?? bytes
}
