import { say } from '@vermilion/contract/kernel/text'
import { scanEndpoints } from '@vermilion/contract/files/scans'
import { isInPlace, type Space } from '@vermilion/contract/spaces'
import Button from 'antd/es/button'
import Tooltip from 'antd/es/tooltip'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Ago } from '#ui/moment.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import { attempt } from '#ui/feedback/use-action.ts'
import { inPlaceText } from './in-place-text.ts'
import { useStorages } from './storage-field.tsx'

export function scanAgain({ id }: Space, started: string, acceptEmpty = false): Promise<void> {
  return attempt(async () => {
    await call(scanEndpoints.scanSpace, { params: { spaceId: id }, body: { acceptEmpty } })
    notify.success(started)
    await refresh('/spaces')
  })
}

export function InPlaceTag({ space }: { space: Pick<Space, 'storageId'> }) {
  const t = useText(inPlaceText)
  const storage = useStorages().data?.find(({ id }) => id === space.storageId)
  return <Tag>{[t('inPlace'), storage?.name].filter(Boolean).join(' · ')}</Tag>
}

export function InPlaceNote({ space }: { space: Space }) {
  const t = useText(inPlaceText)
  const language = useSystem((system) => system.lang)
  const [busy, setBusy] = useState(false)
  if (!isInPlace(space)) return null
  const { scannedAt, scanReport, status, fileCount } = space
  const skipped = scanReport?.skipped ?? []
  const scan = async (acceptEmpty: boolean) => {
    setBusy(true)
    await scanAgain(space, t('scanStarted'), acceptEmpty)
    setBusy(false)
  }
  return (
    <>
      <Tooltip title={t('inPlaceWords', { path: space.path })}>
        <span>
          <InPlaceTag space={space} />
        </span>
      </Tooltip>
      <span>
        {scannedAt === null ? (
          t('neverScanned')
        ) : (
          <>
            {t('scanned')} <Ago time={scannedAt} />
          </>
        )}
      </span>
      {skipped.length > 0 && (
        <Tooltip
          title={skipped.map(({ reason, count, example }) => (
            <div key={reason.en}>{t('skippedLine', { count, reason: say(reason, language), example })}</div>
          ))}
        >
          <Button type="text" size="small">
            {t('skipped', { count: skipped.reduce((sum, { count }) => sum + count, 0) })}
          </Button>
        </Tooltip>
      )}
      <Button size="small" loading={busy} disabled={status === 'processing'} onClick={() => void scan(false)}>
        {t('scan')}
      </Button>
      {status === 'error' && scanReport?.problem && (
        <>
          <span role="alert">{say(scanReport.problem, language)}</span>
          {fileCount > 0 && scanReport.emptied && (
            <Button size="small" danger onClick={() => void scan(true)}>
              {t('acceptEmpty')}
            </Button>
          )}
        </>
      )}
    </>
  )
}
