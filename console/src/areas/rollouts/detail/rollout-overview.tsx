import type { Rollout } from '@vermilion/contract/rollouts'
import { Link } from '@tanstack/react-router'
import { formatDuration, formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Time, useNow } from '#ui/moment.tsx'
import { Facts, Figures, Panel } from '#ui/page/page.tsx'
import { ModelLink } from '#ui/page/thing-links.tsx'
import styles from '../rollouts.module.css'
import { text } from '../text.ts'
import { overviewText } from './overview-text.ts'

export function RolloutOverview({ rollout }: { rollout: Rollout }) {
  const t = useText(text)
  const say = useText(overviewText)
  const language = useSystem((system) => system.lang)
  const { devices, failures, counts, startedAt, endedAt, options } = rollout
  const now = useNow(startedAt !== null && endedAt === null)
  const updated = counts.success ?? 0
  const skipped = (counts.skipped ?? 0) + (counts.aborted ?? 0)
  const remaining = devices - updated - skipped - (counts.failed ?? 0) - (counts['rolled-back'] ?? 0)
  const number = (count: number) => formatNumber(count, language)
  return (
    <>
      <div style={{ marginBottom: 28 }}>
        <Figures
          figures={[
            { name: say('updated'), value: number(updated), note: t('ofDevices', { done: updated, count: devices }) },
            {
              name: say('remaining'),
              value: number(remaining),
              note: counts.waiting ? say('offline', { count: counts.waiting }) : '',
            },
            { name: t('failed'), value: number(failures), note: say('threshold', { count: options.failureThreshold }) },
            { name: say('skipped'), value: number(skipped), note: '' },
            {
              name: say('duration'),
              value:
                startedAt === null
                  ? unknownValue
                  : formatDuration((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt)),
              note: endedAt === null ? '' : <Time time={endedAt} />,
            },
          ]}
        />
      </div>
      <Order rollout={rollout} />
    </>
  )
}

function Order({ rollout }: { rollout: Rollout }) {
  const t = useText(text)
  const say = useText(overviewText)
  const { artifactName, artifactVersion, artifactKind, artifactSize, modelId, options } = rollout
  const name = `${artifactName} ${artifactVersion}`
  const { healthCheck, rollBackOnFailure, concurrency } = options
  return (
    <Panel>
      <Facts
        facts={[
          [
            t('artifact'),
            <span key="artifact" className={styles['named'] ?? ''}>
              {modelId === null ? (
                <Link to="/board/artifacts" search={{ search: artifactName }}>
                  {name}
                </Link>
              ) : (
                <ModelLink id={modelId}>{name}</ModelLink>
              )}
              {` · ${t(artifactKind)} · ${formatSize(artifactSize)}`}
            </span>,
          ],
          [
            say('healthCheck'),
            healthCheck === null ? (
              say('noHealthCheck')
            ) : (
              <code key="health">{healthCheck.kind === 'command' ? healthCheck.command : healthCheck.url}</code>
            ),
          ],
          [say('onFailure'), say(rollBackOnFailure ? 'rollsBack' : 'stays')],
          [say('concurrency'), say('atOnce', { count: concurrency })],
          [t('creator'), rollout.creator],
          [t('created'), <Time key="created" time={rollout.createdAt} />],
        ]}
      />
    </Panel>
  )
}
