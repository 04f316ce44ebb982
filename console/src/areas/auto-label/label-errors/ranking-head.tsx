import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import type { LabelErrorRanking, LabelErrorStatus } from '@vermilion/contract/auto-label/label-errors'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { formatTime } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { CountedProgress } from '#ui/feedback/progress.tsx'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { useAction } from '#ui/feedback/use-action.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { PlainSelect } from '#ui/select/plain-select.tsx'
import { text } from './text.ts'

const tones: Record<LabelErrorStatus, Tone> = {
  queuing: 'neutral',
  training: 'active',
  running: 'active',
  success: 'good',
  failed: 'bad',
  stopped: 'warning',
}

interface RankingHeadProps {
  rankings: readonly LabelErrorRanking[]
  ranking: LabelErrorRanking
  onShow: (id: string | undefined) => void
}

/** Which ranking is shown, how far it is, and the trainings that judge. */
export function RankingHead({ rankings, ranking, onShow }: RankingHeadProps) {
  const t = useText(text)
  const { lang: language, zone } = useSystem()
  const { id: rankingId, status, images, done, failed, error, folds, endedAt } = ranking
  const params = { rankingId }
  const touched = ['/label-errors', '/datasets', '/tasks']
  const [isStopping, stop] = useAction(async () => {
    await call(autoLabelEndpoints.stopLabelErrorRanking, { params })
    await refresh(...touched)
  }, t('stopFailed'))
  const [isRemoving, remove] = useAction(async () => {
    await call(autoLabelEndpoints.deleteLabelErrorRanking, { params })
    onShow(undefined)
    await refresh(...touched)
  }, t('removeFailed'))
  const askToRemove = () =>
    confirm({
      title: t('removeTitle', { number: ranking.number }),
      body: t('removeWords'),
      action: t('remove'),
      danger: true,
      run: remove,
    })
  const byOf = ({ labeller, foldCount }: LabelErrorRanking) => labeller?.name ?? t('foldsOf', { count: foldCount })
  return (
    <div className="stack gap-8 margin-bottom-16">
      <div className="wrapping-row gap-8-16">
        <PlainSelect aria-label={t('ranking')} value={rankingId} onChange={({ target }) => onShow(target.value)}>
          {rankings.map((one) => (
            <option key={one.id} value={one.id}>
              {t('rankingOf', { number: one.number, by: byOf(one), time: formatTime(one.createdAt, zone) })}
            </option>
          ))}
        </PlainSelect>
        <Status tone={tones[status]}>{t(status)}</Status>
        {images !== null && (endedAt === null || failed > 0) && (
          <CountedProgress
            done={done}
            total={images}
            notes={failed === 0 ? [] : [t('lost', { count: failed })]}
            label={t('progressOf')}
            isUnderWay={endedAt === null}
          />
        )}
        <span className="push-right">
          {endedAt === null ? (
            <Button danger loading={isStopping} onClick={() => stop()}>
              {t('stop')}
            </Button>
          ) : (
            <Button danger loading={isRemoving} onClick={askToRemove}>
              {t('remove')}
            </Button>
          )}
        </span>
      </div>
      {error !== null && <p role="alert">{localize(error, language)}</p>}
      {folds.length > 0 && images !== null && (
        <ul className="wrapping-row gap-4-16 bare margin-0 padding-0">
          {folds.map(({ fold, taskId, images: count }) => (
            <li key={taskId}>
              <Link to="/compute/taskdetail/$id" params={{ id: taskId }}>
                {t('fold', { number: fold + 1 })}
              </Link>{' '}
              <span className="text-secondary">{t('foldHint', { count })}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
