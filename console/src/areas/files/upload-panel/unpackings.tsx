import { say } from '@vermilion/contract/kernel/text'
import { type Unpacking, uploadEndpoints } from '@vermilion/contract/files/uploads'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import type { Upload } from '#lib/upload/upload-state.ts'
import { uploadText } from '../upload/upload-text.ts'

export function Unpackings({ uploads }: { uploads: readonly Upload[] }) {
  const sent = uploads.filter(({ unpack, status }) => unpack && status === 'done')
  return [...Map.groupBy(sent, ({ spaceId }) => spaceId)].map(([spaceId, archives]) => (
    <OfSpace key={spaceId} spaceId={spaceId} paths={archives.map(({ path }) => path)} />
  ))
}

function OfSpace({ spaceId, paths }: { spaceId: string; paths: readonly string[] }) {
  const listed = useQuery({
    ...read(uploadEndpoints.listUnpackings, { params: { spaceId } }),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'running') === false ? false : 1_000),
  })
  const unpackings = paths.flatMap((path) => listed.data?.find((one) => one.path === path) ?? [])
  return unpackings.map((unpacking) => <OneUnpacking key={unpacking.id} unpacking={unpacking} />)
}

function OneUnpacking({ unpacking }: { unpacking: Unpacking }) {
  const t = useText(uploadText)
  const language = useSystem((system) => system.lang)
  const { path, state, taken, skipped, skips, error } = unpacking
  const problem = error === null ? '' : say(error, language)
  const words = {
    running: t('unpacking', { path }),
    success: t('unpacked', { path, count: taken }),
    failed: t('unpackFailed', { path, problem }),
    stopped: t('unpackStopped', { path }),
  }[state]
  return (
    <div className="margin-top-8 font-13">
      <output className={state === 'failed' ? 'text-error-text' : undefined}>{words}</output>
      {skipped > 0 && (
        <details>
          <summary>{t('unpackSkipped', { count: skipped })}</summary>
          <ul className="hint margin-top-4 padding-left-16 scroll break-anywhere" style={{ maxHeight: 140 }}>
            {skips.map((skip, index) => (
              <li key={index}>
                {skip.path}: {say(skip.reason, language)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
