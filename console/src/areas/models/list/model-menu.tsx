import { type InferenceModel, isInferenceModel, isLora, type LoraModel, type Model } from '@vermilion/contract/models'
import { useText } from '#lib/i18n.ts'
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { askToDelete } from '../delete-model.ts'
import { downloadModel } from '../download-model.ts'
import { loraText } from '../lora/text.ts'
import { text } from '../text.ts'

interface ModelHandlers {
  onRun: (id: string) => void
  onDeploy: (model: InferenceModel) => void
  onGenerate: (model: LoraModel) => void
}

export function useModelMenu({ onRun, onDeploy, onGenerate }: ModelHandlers): (model: Model) => RowAction[] {
  const t = useText(text)
  const lora = useText(loraText)
  return (model) => [
    ...(isInferenceModel(model)
      ? [
          { key: 'run', words: t('run'), run: () => onRun(model.id) },
          { key: 'deploy', words: t('deploy'), run: () => onDeploy(model) },
        ]
      : []),
    ...(isLora(model) ? [{ key: 'generate', words: lora('generate'), run: () => onGenerate(model) }] : []),
    { key: 'download', words: t('download'), run: () => void downloadModel(model, t('downloadFailed')) },
    { key: 'delete', words: t('delete'), danger: true, run: () => askToDelete(model, t) },
  ]
}
