import { type LoraModel, modelEndpoints } from '@vermilion/contract/models'
import { renderedFamily } from '@vermilion/contract/models/lora'
import { Link } from '@tanstack/react-router'
import { addressOf } from '#lib/api.ts'
import { formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { Time } from '#ui/moment.tsx'
import { Facts } from '#ui/page/page.tsx'
import styles from './lora.module.css'
import { SampleStrip } from './sample-strip.tsx'
import { loraText } from './text.ts'

const ComfyuiUse = lazyPart(async () => (await import('./comfyui-use.tsx')).ComfyuiUse)

/** What a LoRA is, what it made in training, and how it is used. */
export function LoraFacts({ model }: { model: LoraModel }) {
  const t = useText(loraText)
  const { lora, samples } = model
  const { family, kind, dialect, rank, alpha, moduleCount, triggerWords, tags } = lora
  const isRendered = family === renderedFamily
  return (
    <>
      {samples.length > 0 && (
        <SampleStrip
          samples={samples.map(({ step, number }) => ({
            step,
            number,
            href: addressOf(modelEndpoints.modelSample, {
              params: { modelId: model.id, step: String(step), number: String(number) },
            }),
          }))}
        />
      )}
      <Facts
        facts={[
          [t('family'), t(`family-${family}`)],
          ...(kind === undefined ? [] : [[t('kind'), t(`kind-${kind}`)] as const]),
          ...(dialect === undefined ? [] : [[t('dialect'), t(`dialect-${dialect}`)] as const]),
          [t('rank'), rank ?? unknownValue],
          [t('alpha'), alpha ?? unknownValue],
          [t('modules'), moduleCount],
          [t('triggerWords'), triggerWords.length === 0 ? unknownValue : <Tags key="words" tags={triggerWords} />],
          ...(tags.length === 0
            ? []
            : [[t('captions'), <Tags key="tags" tags={tags.map(({ tag }) => tag)} />] as const]),
          [t('size'), formatSize(model.size)],
          [t('created'), <Time key="created" time={model.createdAt} />],
          [t('checksum'), <code key="checksum">{model.checksum}</code>],
        ]}
      />
      <div className={styles['use']}>
        {isRendered ? (
          <>
            <p>{t('useRenderer')}</p>
            <Link to="/space/list">{t('toSpaces')}</Link>
          </>
        ) : (
          <ComfyuiUse model={model} />
        )}
      </div>
    </>
  )
}
