import { boardInferenceEndpoints } from '@vermilion/contract/board-inferences'
import type { Device } from '@vermilion/contract/devices'
import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { read, readList } from '#lib/query.ts'
import { Bone, PartialStrip } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { Ago } from '#ui/moment.tsx'
import { Panel } from '#ui/page/page.tsx'
import { ModelLink } from '#ui/page/thing-links.tsx'
import styles from './detail.module.css'
import { modelsText } from './models-text.ts'

const maxRuns = 50

export function ModelsPanel({ device: { id: deviceId } }: { device: Device }) {
  const t = useText(modelsText)
  const installations = useQuery(read(rolloutEndpoints.deviceInstallations, { params: { deviceId } }))
  const query = { device: deviceId, limit: maxRuns }
  const inferences = useQuery(readList(boardInferenceEndpoints.listBoardInferences, { query }))
  const installed = (installations.data ?? []).flatMap(({ modelId, name, version, installedAt }) =>
    modelId === null ? [] : [{ modelId, name: `${name} ${version}`, at: installedAt }],
  )
  const ran = new Map(
    (inferences.data?.items ?? [])
      .toReversed()
      .flatMap(({ modelId, modelName, createdAt }) =>
        modelId === null ? [] : [[modelId, { modelId, name: modelName, at: createdAt }] as const],
      ),
  )
  const others = [...ran.values()].filter(({ modelId }) => !installed.some((one) => one.modelId === modelId))
  const isLoaded = installations.data !== undefined && inferences.data !== undefined
  const failed = [installations, inferences].filter(({ error }) => error !== null)
  const retry = () => failed.forEach(({ refetch }) => void refetch())
  return (
    <Panel title={t('title')}>
      {failed[0] !== undefined && <PartialStrip problem={failed[0].error} onRetry={retry} />}
      {!isLoaded && failed.length === 0 && <Bone height={22} />}
      {isLoaded && installed.length + others.length === 0 && (
        <>
          <p className="faint">{t('none')}</p>
          <Link to="/model/list">{t('toModels')}</Link>
        </>
      )}
      <ul className={styles['models']}>
        {[...installed, ...others].map(({ modelId, name, at }, index) => (
          <li
            className="grid gap-12 padding-6-0 border-bottom"
            style={{ gridTemplateColumns: 'minmax(0, 1fr) auto auto' }}
            key={modelId}
          >
            <ModelLink id={modelId}>{name}</ModelLink>
            <Status tone={index < installed.length ? 'good' : 'neutral'}>
              {t(index < installed.length ? 'installed' : 'ran')}
            </Status>
            <Ago time={at} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
