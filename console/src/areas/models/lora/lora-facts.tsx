import type { LoraModel } from '@vermilion/contract/models'
import { renderedFamily } from '@vermilion/contract/models/lora'
import { Link } from '@tanstack/react-router'
import { formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { ShortHash } from '#ui/clipboard/short-hash.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { Time } from '#ui/moment.tsx'
import { Facts } from '#ui/page/page.tsx'
import styles from './lora.module.css'
import { loraText } from './text.ts'
import { ComfyuiUse } from './comfyui-use.tsx'

export function LoraFacts({ model }: { model: LoraModel }) {
  const t = useText(loraText)
  const { triggerWords } = model.lora
  return (
    <>
      <Facts
        facts={[
          [t('family'), t(`family-${model.lora.family}`)],
          ...useTechnicalFacts(model),
          [t('triggerWords'), triggerWords.length === 0 ? unknownValue : <Tags key="words" tags={triggerWords} />],
        ]}
      />
      <LoraUse model={model} />
    </>
  )
}

export function useTechnicalFacts({ lora, size, createdAt, checksum }: LoraModel) {
  const t = useText(loraText)
  const { kind, dialect, rank, alpha, moduleCount, tags } = lora
  return [
    ...(kind === undefined ? [] : [[t('kind'), t(`kind-${kind}`)] as const]),
    ...(dialect === undefined ? [] : [[t('dialect'), t(`dialect-${dialect}`)] as const]),
    [t('rank'), rank ?? unknownValue] as const,
    [t('alpha'), alpha ?? unknownValue] as const,
    [t('modules'), moduleCount] as const,
    [t('size'), formatSize(size)] as const,
    ...(tags.length === 0 ? [] : [[t('captions'), <Tags key="tags" tags={tags.map(({ tag }) => tag)} />] as const]),
    [t('created'), <Time key="created" time={createdAt} />] as const,
    [t('checksum'), <ShortHash key="checksum" hash={checksum} label={t('checksum')} />] as const,
  ]
}

export function LoraUse({ model }: { model: LoraModel }) {
  const t = useText(loraText)
  return (
    <div className={`${styles['use']} margin-top-12 text-secondary`}>
      {model.lora.family === renderedFamily ? (
        <>
          <p>{t('useRenderer')}</p>
          <Link to="/space/list">{t('toSpaces')}</Link>
        </>
      ) : (
        <ComfyuiUse model={model} />
      )}
    </div>
  )
}
