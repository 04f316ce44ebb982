import { offerOf } from '@vermilion/contract/tasks/executors'
import type { Pool } from '@vermilion/contract/tasks/pools'
import {
  type EnvironmentOffer,
  type PythonEnvironment,
  pythonEnvironmentEndpoints,
} from '@vermilion/contract/tasks/environments/python-environments'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { formatSize } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { environmentText } from './text.ts'

/** Tells which Python environment an image gets in a pool without containers; renders nothing where it gets none. */
export function EnvironmentNote({ pool, image }: { pool: Pool; image: string }) {
  const environments = useQuery({
    ...read(pythonEnvironmentEndpoints.listPythonEnvironments, {}),
    enabled: offerOf(pool.executor).environments === true,
  })
  const { data, error, isFetching, refetch } = environments
  const retry = () => void refetch()
  if (data === undefined) return error !== null && <PartialStrip problem={error} onRetry={retry} />
  const offer = data.offers.find((each) => each.image === image)
  if (offer === undefined) return null
  if (offer.problem !== null) return <ProblemNote problem={offer.problem} isBusy={isFetching} onCheck={retry} />
  return <OfferNote offer={offer} made={data.environments.find(({ images }) => images.includes(image))} />
}

function OfferNote({ offer, made }: { offer: EnvironmentOffer; made: PythonEnvironment | undefined }) {
  const t = useText(environmentText)
  const { state, progress, downloadBytes, packages: count } = offer
  const facts = { python: offer.python ?? '', count, wheels: t(offer.wheels) }
  const size = formatSize(progress?.bytes ?? (state === 'ready' ? made?.bytes : downloadBytes))
  const sentence = () => {
    if (progress !== null) return t(progress.done < progress.total ? 'inProgress' : 'unpacking', { ...progress, size })
    if (state === 'ready') return t('ready', { ...facts, size })
    return downloadBytes === null ? t('missing', facts) : t('missingSize', { ...facts, size })
  }
  // antd pads an <output> in a form.
  return (
    <span className="block" aria-live="polite">
      {sentence()}
    </span>
  )
}

interface ProblemNoteProps {
  problem: NonNullable<EnvironmentOffer['problem']>
  isBusy: boolean
  onCheck: () => void
}

function ProblemNote({ problem, isBusy, onCheck }: ProblemNoteProps) {
  const t = useText(environmentText)
  const language = useSystem((system) => system.lang)
  return (
    <div
      className="wrapping-row rigid justify-between gap-8 margin-top-10 padding-6-12 border-warning radius-8"
      role="alert"
    >
      <span className="text-ink break-anywhere">
        {t('impossible')} {localize(problem, language)}
      </span>
      <Button size="small" loading={isBusy} onClick={onCheck}>
        {t('checkAgain')}
      </Button>
    </div>
  )
}
