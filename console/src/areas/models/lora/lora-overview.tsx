import { renderedFamily } from '@vermilion/contract/models/lora'
import type { LoraModel } from '@vermilion/contract/models'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import FormatPainterOutlined from '@ant-design/icons/es/icons/FormatPainterOutlined'
import { formatNumber, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { CopyButton } from '#ui/clipboard/copy-button.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { Facts, Panel } from '#ui/page/page.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { sampleAddress } from '../list/face.tsx'
import { listText } from '../list/text.ts'
import page from '../page/page.module.css'
import { text } from '../text.ts'
import { LoraUse, useTechnicalFacts } from './lora-facts.tsx'
import styles from './lora.module.css'
import { fileEndpoints } from '@vermilion/contract/files'
import { generationEndpoints } from '@vermilion/contract/generations'
import { lineageEndpoints } from '@vermilion/contract/models/lineage'
import { Link } from '@tanstack/react-router'
import { addressOf } from '#lib/api.ts'
import { generateText } from './generate-text.ts'
import { SampleStrip } from './sample-strip.tsx'
import { loraText } from './text.ts'
import { ModelLineage } from '../lineage/model-lineage.tsx'

interface LoraOverviewProps {
  model: LoraModel
  onGenerate: () => void
}

/** A LoRA's overview: its last samples, training, generated images and trigger words. */
export function LoraOverview({ model, onGenerate }: LoraOverviewProps) {
  const t = useText(loraText)
  const texts = useText(text)
  const { samples } = model
  const steps = [...new Set(samples.map(({ step }) => step))]
  const last = samples.filter(({ step }) => step === samples.at(-1)?.step)
  return (
    <div className={`${page['overview']} grid gap-16 align-start`}>
      <div className={`${styles['pictures']} grid gap-16 min-width-0`}>
        <Panel title={t('paints')} extra={<LastStep model={model} />}>
          {last.length === 0 ? <NoSamples onGenerate={onGenerate} /> : <LastSamples model={model} samples={last} />}
        </Panel>
        {steps.length > 1 && (
          <Panel title={t('samples')}>
            <SampleStrip samples={samples.map((one) => ({ ...one, href: sampleAddress(model, one) }))} />
          </Panel>
        )}
        <MadeWithIt modelId={model.id} />
      </div>
      <div className="min-width-0">
        <CallPanel model={model} />
        <Panel title={texts('lineage')}>
          <ModelLineage modelId={model.id} />
        </Panel>
        {model.lora.family !== renderedFamily && (
          <Panel title={t('use')}>
            <LoraUse model={model} />
          </Panel>
        )}
        <Panel title={texts('about')}>
          <Facts facts={[...useTrainingFacts(model), ...useTechnicalFacts(model)]} />
        </Panel>
      </div>
    </div>
  )
}

function useTrainingFacts({ taskId }: LoraModel) {
  const t = useText(loraText)
  const language = useSystem((system) => system.lang)
  const params = { taskId: taskId ?? '' }
  const task = useQuery({ ...read(taskEndpoints.getTask, { params }), enabled: taskId !== null, retry: false })
  const headline = task.data?.headline
  if (headline === undefined || headline === null || !headline.lowerIsBetter) return []
  const { best, last, recent } = headline
  const message = {
    last: String(Number((recent ?? last).value.toPrecision(3))),
    count: recent?.points ?? 1,
    lowest: String(Number(best.value.toPrecision(3))),
    step: formatNumber(best.step, language),
  }
  return [[t('loss'), t(recent === undefined ? 'lossWords' : 'lossMean', message)] as const]
}

type Samples = LoraModel['samples']

function LastStep({ model: { lora, samples } }: { model: LoraModel }) {
  const t = useText(listText)
  const steps = samples.at(-1)?.step
  const message = [
    ...(lora.rank === null ? [] : [t('rank', { rank: lora.rank })]),
    ...(steps === undefined ? [] : [t('step', { count: steps })]),
  ]
  return <span className="faint">{message.join(' · ')}</span>
}

function LastSamples({ model, samples }: { model: LoraModel; samples: Samples }) {
  const t = useText(loraText)
  return (
    <ul className="grid gap-12" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 360px))' }}>
      {samples.map((sample) => {
        const href = sampleAddress(model, sample)
        return (
          <li key={sample.number}>
            <a className="block" href={href} target="_blank" rel="noreferrer">
              <img
                className="block full-width radius-8 ground-image object-cover"
                style={{ aspectRatio: 1 }}
                src={href}
                alt={t('sampleOf', { step: sample.step, number: sample.number + 1 })}
              />
            </a>
          </li>
        )
      })}
    </ul>
  )
}

function NoSamples({ onGenerate }: { onGenerate: () => void }) {
  const t = useText(loraText)
  return (
    <div className={`${styles['none']} grid gap-12 justify-items-center text-secondary text-center`}>
      <FormatPainterOutlined aria-hidden />
      <p>{t('noSamples')}</p>
      <Button onClick={onGenerate}>{t('generate')}</Button>
    </div>
  )
}

function CallPanel({ model }: { model: LoraModel }) {
  const t = useText(loraText)
  const list = useText(listText)
  const { family, triggerWords } = model.lora
  const all = triggerWords.join(', ')
  return (
    <Panel title={t('triggerWords')} extra={all !== '' && <CopyButton small content={all} label={t('triggerWords')} />}>
      <div className="margin-bottom-14">
        {all === '' ? <span className="faint">{t('noWords')}</span> : <Tags tags={triggerWords} />}
      </div>
      <Facts
        facts={[
          [t('family'), t(`family-${family}`)],
          [list('owner'), model.creator === null ? unknownValue : <Person key="owner" username={model.creator} />],
        ]}
      />
    </Panel>
  )
}

const maxImages = 12

function MadeWithIt({ modelId }: { modelId: string }) {
  const t = useText(generateText)
  const lineage = useQuery(read(lineageEndpoints.modelLineage, { params: { modelId } }))
  const latest = lineage.data?.to.find(
    ({ kind, id, within }) => kind === 'generation' && id !== null && within !== null,
  )
  const params = { generationId: latest?.id ?? '' }
  const query = { status: 'kept', limit: maxImages } as const
  const images = useQuery({
    ...read(generationEndpoints.listGeneratedImages, { params, query }),
    enabled: latest !== undefined,
  })
  const visible =
    images.data?.items.flatMap(({ fileId, number }) => (fileId === null ? [] : [{ fileId, number }])) ?? []
  if (latest === undefined || visible.length === 0) return null
  const to = { id: latest.within ?? '', generationId: latest.id ?? '' }
  return (
    <Panel
      title={t('made')}
      extra={
        <Link to="/space/list/file/$id/generations/$generationId" params={to}>
          {latest.name}
        </Link>
      }
    >
      <Link
        to="/space/list/file/$id/generations/$generationId"
        params={to}
        className="grid gap-6"
        style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))' }}
        aria-label={t('madeIn', { name: latest.name })}
      >
        {visible.map(({ fileId, number }) => (
          <img
            className="block full-width radius-6 ground-image object-cover"
            style={{ aspectRatio: 1 }}
            key={number}
            src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
            alt=""
            loading="lazy"
            decoding="async"
          />
        ))}
      </Link>
    </Panel>
  )
}
