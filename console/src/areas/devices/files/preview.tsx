import { type DeviceFile, deviceFileEndpoints } from '@vermilion/contract/devices/files'
import { displayName } from '@vermilion/contract/devices/file-paths'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addressOf, client } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import type { Preview } from '#ui/files/file-preview.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { isReadable, opensAsFolder } from './columns.tsx'
import { filesText } from './text.ts'

/** Bytes of a text preview. */
const maxBytes = 512 * 1024
const picture = /\.(?:jpe?g|png|webp|gif|avif|bmp)$/i
const binary =
  /\.(?:zip|gz|xz|zst|7z|tar|so|o|a|bin|img|iso|deb|rauc|swu|mp4|mkv|avi|mov|mp3|wav|onnx|pt|pth|engine|rknn|tflite)$/i

export const contentAddress = (deviceId: string, path: string, download: boolean): string =>
  addressOf(deviceFileEndpoints.deviceFileContent, {
    params: { deviceId },
    query: { path, download: download ? 'true' : 'false' },
  })

export function usePreview(deviceId: string): (file: DeviceFile) => Preview {
  const t = useText(filesText)
  return useMemo(
    () => (file) => {
      const { path, size } = file
      const name = displayName(file.name)
      const canRead = isReadable(file)
      const details = opensAsFolder(file) ? [t('folder')] : [formatSize(size)]
      const isPicture = canRead && picture.test(name)
      return {
        name,
        path: displayName(path),
        details,
        picture: isPicture ? contentAddress(deviceId, path, false) : null,
        download: canRead ? contentAddress(deviceId, path, true) : null,
        ...(canRead && !isPicture && !binary.test(name) && { viewer: <TextPreview deviceId={deviceId} file={file} /> }),
      }
    },
    [deviceId, t],
  )
}

function TextPreview({ deviceId, file }: { deviceId: string; file: DeviceFile }) {
  const t = useText(filesText)
  const { path, size, modifiedAt } = file
  const start = useQuery({
    queryKey: ['device-text', deviceId, path, size, modifiedAt],
    queryFn: ({ signal }) =>
      client.firstBytes(
        deviceFileEndpoints.deviceFileContent,
        { params: { deviceId }, query: { path, download: 'false' } },
        maxBytes,
        signal,
      ),
    gcTime: 0,
    enabled: size > 0 || /^\/(?:proc|sys)\//.test(path),
  })
  if (start.error !== null) return <ProblemState problem={start.error} onRetry={() => void start.refetch()} />
  if (start.fetchStatus === 'idle' && start.data === undefined) return <p>{t('emptyFile')}</p>
  if (start.data === undefined) return <Bone height={300} />
  if (start.data.includes(0)) return <p>{t('notText')}</p>
  return (
    <pre
      className="full margin-0 padding-16 scroll ground-panel text-ink font-13 white-space-pre-wrap break-anywhere"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled with the keyboard
      tabIndex={0}
      aria-label={file.name}
    >
      {size > maxBytes && `${t('firstPart', { size: formatSize(maxBytes) })}\n\n`}
      {new TextDecoder().decode(start.data)}
    </pre>
  )
}
