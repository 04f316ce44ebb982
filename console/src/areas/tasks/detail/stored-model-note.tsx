import { isStored, modelEndpoints } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import { catalogue, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Status } from '#ui/feedback/status.tsx'

const text = catalogue('kept-model', {
  en: { keptAsFile: 'The model does not run here and is kept as a file.' },
  zh: { keptAsFile: '模型不能在此运行，已作为文件保留。' },
})

export function StoredModelNote({ modelId }: { modelId: string }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { data: model } = useQuery(read(modelEndpoints.getModel, { params: { modelId } }))
  if (model === undefined || !isStored(model) || model.refusal === null) return null
  return (
    <p>
      <Status tone="warning">{t('keptAsFile')}</Status> {language === 'zh-CN' ? model.refusal.zh : model.refusal.en}
    </p>
  )
}
