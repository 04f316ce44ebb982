import { type CleanUp, cleanUpEndpoints } from '@vermilion/contract/monitoring/clean-ups'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { Time } from '#ui/moment.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { useAction } from '#ui/feedback/use-action.ts'
import { cleanUpText } from './clean-up-text.ts'
import styles from './storage.module.css'

export function HeldCleanUps() {
  const held = useQuery(read(cleanUpEndpoints.getLastCleanUp, {})).data?.held ?? []
  if (held.length === 0) return null
  return (
    <ul className={`${styles['held']} grid gap-8 margin-bottom-16`}>
      {held.map((cleanUp) => (
        <HeldCleanUp key={cleanUp.id} cleanUp={cleanUp} />
      ))}
    </ul>
  )
}

function HeldCleanUp({ cleanUp }: { cleanUp: CleanUp }) {
  const t = useText(cleanUpText)
  const { id: cleanUpId, hold, heldFiles: count, heldBytes, heldUntil, startedBy: person } = cleanUp
  const bytes = formatSize(heldBytes)
  const [isBusy, restore] = useAction(async () => {
    await call(cleanUpEndpoints.restoreCleanUp, { params: { cleanUpId } })
    await refresh('/clean-ups')
  }, t('restoreFailed'))
  const release = () =>
    confirm({
      title: t('releaseTitle'),
      body: t('releaseWords', { bytes }),
      action: t('release'),
      danger: true,
      failure: t('releaseFailed'),
      run: async () => {
        await call(cleanUpEndpoints.releaseCleanUp, { params: { cleanUpId } })
        await refresh('/clean-ups')
      },
    })
  return (
    <li className="wrapping-row gap-8 border radius-10 font-13 tabular" style={{ padding: '8px 14px' }}>
      <span>
        {t('holding', { count, bytes, person })} <Time time={heldUntil} />
      </span>
      {hold === 'held' ? (
        <>
          <Button size="small" loading={isBusy} onClick={restore}>
            {t('restore')}
          </Button>
          <Button size="small" onClick={release}>
            {t('release')}
          </Button>
        </>
      ) : (
        <output>{t(hold === 'restoring' ? 'restoring' : 'releasing')}</output>
      )}
    </li>
  )
}
