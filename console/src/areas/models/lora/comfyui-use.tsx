import type { LoraModel } from '@vermilion/contract/models'
import { comfyuiLoraEndpoints } from '@vermilion/contract/models/comfyui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { comfyuiText } from './comfyui-text.ts'
import { loraText } from './text.ts'

export function ComfyuiUse({ model: { id: modelId, name } }: { model: Pick<LoraModel, 'id' | 'name'> }) {
  const t = useText(comfyuiText)
  const lora = useText(loraText)
  const [isBusy, setBusy] = useState(false)
  const params = { modelId }
  const { data, error, refetch } = useQuery({ ...read(comfyuiLoraEndpoints.getComfyuiLora, { params }), retry: false })
  const isPresent = data?.state === 'present'
  const change = async () => {
    setBusy(true)
    try {
      const { putComfyuiLora, removeComfyuiLora } = comfyuiLoraEndpoints
      await call(isPresent ? removeComfyuiLora : putComfyuiLora, { params }, { timeout: 600_000 })
      await refresh('/models/:modelId/comfyui')
    } catch (problem) {
      notify.error(problemWords(problem))
    } finally {
      setBusy(false)
    }
  }
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
        <Button loading={isBusy} onClick={() => void change()}>
          {t(isPresent ? 'remove' : 'put')}
        </Button>
      )}
    </>
  )
}
