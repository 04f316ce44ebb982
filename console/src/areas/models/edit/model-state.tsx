import { type Model, modelEndpoints } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { Tags } from '#ui/feedback/status.tsx'
import { Facts } from '#ui/page/page.tsx'
import { ModelStageMark } from './model-stage.tsx'
import { editText } from './text.ts'

const maxVersions = 20

export function ModelState({ model }: { model: Model }) {
  const t = useText(editText)
  const query = { name: model.name, sort: '-createdAt', limit: maxVersions } as const
  const { data } = useQuery(readList(modelEndpoints.listModels, { query }))
  const versions = data?.items ?? []
  return (
    <Facts
      facts={[
        [t('stage'), <ModelStageMark key="stage" stage={model.stage} />],
        [
          t('version'),
          versions.length < 2 ? (
            model.version
          ) : (
            <span key="versions" className="inline-flex gap-8 wrap">
              {versions.map(({ id, version }) =>
                id === model.id ? (
                  <b key={id}>{version}</b>
                ) : (
                  <Link key={id} to="/model/list/model/$id" params={{ id }} search={{ tab: 'about' }}>
                    {version}
                  </Link>
                ),
              )}
            </span>
          ),
        ],
        [t('tags'), model.tags.length === 0 ? unknownValue : <Tags key="tags" tags={model.tags} />],
        [
          t('notes'),
          model.notes === '' ? (
            unknownValue
          ) : (
            <span key="notes" className="white-space-pre-wrap break-anywhere">
              {model.notes}
            </span>
          ),
        ],
      ]}
    />
  )
}
