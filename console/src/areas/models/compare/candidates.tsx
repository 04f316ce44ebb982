import { isInferenceModel, modelEndpoints } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { read, readList } from '#lib/query.ts'
import { State } from '#ui/feedback/states.tsx'
import { LinkButton } from '#ui/page/link-button.tsx'
import { MainMeasure } from '../list/main-measure.tsx'
import styles from './compare.module.css'
import { compareText } from './text.ts'

const maxCandidates = 6

interface CandidatesProps {
  ids: readonly string[]
  datasetId: string | undefined
  onModel: (id: string) => void
}

export function Candidates({ ids, datasetId, onModel }: CandidatesProps) {
  const t = useText(compareText)
  const [firstId] = ids
  const first = useQuery({
    ...read(modelEndpoints.getModel, { params: { modelId: firstId ?? '' } }),
    enabled: firstId !== undefined,
  }).data
  const labelType = first !== undefined && isInferenceModel(first) ? first.labelType : undefined
  const listed = useQuery({
    ...readList(modelEndpoints.listModels, {
      query: { limit: 50, runnable: 'true', ...(labelType === undefined ? {} : { labelType }) },
    }),
    enabled: firstId === undefined || labelType !== undefined,
  })
  if (listed.data === undefined) return <State title={t('begin')} text={t('beginWords')} />
  const others = listed.data.items.filter(isInferenceModel).filter(({ id }) => !ids.includes(id))
  if (others.length === 0) {
    return (
      <State title={t('alone')} text={t('aloneWords')}>
        <LinkButton
          type="primary"
          to="/compute/tasks"
          search={{ create: true, ...(datasetId !== undefined && { dataset: datasetId }) }}
        >
          {t('train')}
        </LinkButton>
        <Link to="/model/list" search={{ add: true }}>
          {t('add')}
        </Link>
      </State>
    )
  }
  return (
    <section className={styles['candidates']} aria-label={t('candidates')}>
      <h2 className="heading margin-bottom-8">
        {first === undefined ? t('begin') : t('compareWith', { name: `${first.name} v${first.version}` })}
      </h2>
      <ul className="panel" style={{ maxWidth: 720, padding: '0 20px' }}>
        {others.slice(0, maxCandidates).map((model) => {
          const name = `${model.name} v${model.version}`
          return (
            <li
              className="grid gap-20 align-center border-bottom"
              style={{ gridTemplateColumns: 'minmax(0, 1fr) auto auto', padding: '10px 0' }}
              key={model.id}
            >
              <strong className="break-anywhere weight-500">{name}</strong>
              <span>
                <MainMeasure model={model} />
              </span>
              <Button aria-label={t('addNamed', { name })} onClick={() => onModel(model.id)}>
                {t('addOne')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
