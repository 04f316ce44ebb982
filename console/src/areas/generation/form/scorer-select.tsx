import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { useQuery } from '@tanstack/react-query'
import Select from 'antd/es/select'
import { useScoreNames } from '#areas/files'
import { read } from '#lib/query.ts'

interface ScorerSelectProps {
  id?: string
  value?: string
  onChange?: (model: string) => void
}

export function ScorerSelect({ value, ...field }: ScorerSelectProps) {
  const scorers = useQuery(read(dataEvaluationEndpoints.listScorers, {}))
  const names = useScoreNames()
  const options = scorers.data?.map(({ id, name }) => ({ value: id, label: names.modelName(id, name) })) ?? []
  return <Select {...field} value={value ?? ''} loading={scorers.isPending} options={options} />
}
