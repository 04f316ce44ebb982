import { isInferenceModel, type Model } from '@vermilion/contract/models'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { ShortHash } from '#ui/clipboard/short-hash.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { Time } from '#ui/moment.tsx'
import { Facts, Panel } from '#ui/page/page.tsx'
import { ModelState } from '../edit/model-state.tsx'
import { listText } from '../list/text.ts'
import { text } from '../text.ts'
import { pageText } from './text.ts'

export function AboutTab({ model }: { model: Model }) {
  const t = useText(text)
  const page = useText(pageText)
  const list = useText(listText)
  const isRunnable = isInferenceModel(model)
  return (
    <>
      <Panel title={page('state')}>
        <ModelState model={model} />
      </Panel>
      <Panel title={t('about')}>
        <Facts
          facts={[
            [t('type'), t(model.type)],
            ...(isRunnable
              ? [
                  [t('labelType'), t(model.labelType)] as const,
                  [t('inputSize'), `${model.inputSize} × ${model.inputSize}`] as const,
                ]
              : []),
            [t('size'), formatSize(model.size)],
            [t('framework'), model.framework],
            ...(model.datasetName === ''
              ? []
              : [
                  [t('datasetFormat'), model.datasetFormat.toUpperCase()] as const,
                  [t('datasetType'), t(model.datasetType)] as const,
                ]),
            ...(model.creator === null
              ? []
              : [[list('owner'), <Person key="owner" username={model.creator} />] as const]),
            [t('created'), <Time key="created" time={model.createdAt} />],
            ...(isRunnable ? [[t('labels'), <Tags key="labels" tags={model.labels} />] as const] : []),
            [t('checksum'), <ShortHash key="checksum" hash={model.checksum} label={t('checksum')} />],
          ]}
        />
      </Panel>
    </>
  )
}
