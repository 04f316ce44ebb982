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
import { comfyuiLoraEndpoints } from '@vermilion/contract/models/comfyui'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { read, refresh } from '#lib/query.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { useAction } from '#ui/feedback/use-action.ts'
import { comfyuiText } from './comfyui-text.ts'

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

function ComfyuiUse({ model: { id: modelId, name } }: { model: Pick<LoraModel, 'id' | 'name'> }) {
  const t = useText(comfyuiText)
  const lora = useText(loraText)
  const params = { modelId }
  const { data, error, refetch } = useQuery({ ...read(comfyuiLoraEndpoints.getComfyuiLora, { params }), retry: false })
  const isPresent = data?.state === 'present'
  const [isBusy, change] = useAction(async () => {
    const { putComfyuiLora, removeComfyuiLora } = comfyuiLoraEndpoints
    await call(isPresent ? removeComfyuiLora : putComfyuiLora, { params }, { timeout: 600_000 })
    await refresh('/models/:modelId/comfyui')
  })
  if (data === undefined)
    return error === null ? (
      <div aria-busy>
        <Bone height={40} />
      </div>
    ) : (
      <ProblemState problem={error} onRetry={() => void refetch()} />
    )
  const file = data.file ?? `${name}.safetensors`
  if (data.state === 'unset')
    return (
      <>
        <p>{lora('useComfyui', { file })}</p>
        <p>{t('setUp', { variable: 'VERMILION_COMFYUI_LORAS' })}</p>
        <Link to="/settings/services">{lora('toServices')}</Link>
      </>
    )
  return (
    <>
      <p>{t(data.state, { file, folder: data.folder ?? '' })}</p>
      {(isPresent || data.state === 'absent') && (
        <Button loading={isBusy} onClick={change}>
          {t(isPresent ? 'remove' : 'put')}
        </Button>
      )}
    </>
  )
}
