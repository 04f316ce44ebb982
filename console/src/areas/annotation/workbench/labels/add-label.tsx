import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useQueryClient } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import { type FormEvent, useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { useAttempt } from '#ui/feedback/use-action.ts'
import { text } from '../../text.ts'

export function AddLabel({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const client = useQueryClient()
  const [name, setName] = useState('')
  const newName = name.trim()
  const exists = dataset.labels.some((label) => label.name === newName)
  const adding = useAttempt(async (added: string) => {
    const existing = dataset.labels.map(({ id, name: existingName, colour }) => ({ id, name: existingName, colour }))
    const params = { datasetId: dataset.id }
    const body = { labels: [...existing, { name: added }] }
    const changed = await call(datasetEndpoints.updateLabels, { params, body })
    setName('')
    client.setQueryData(read(datasetEndpoints.getDataset, { params }).queryKey, changed)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (newName !== '' && !exists && !adding.isBusy) adding.run(newName)
  }
  const problem = exists
    ? t('labelExists', { name: newName })
    : adding.problem === null
      ? null
      : problemWords(adding.problem)
  return (
    <form className="grid gap-6" style={{ gridTemplateColumns: '1fr auto', padding: '8px 12px 6px' }} onSubmit={submit}>
      <Input
        size="small"
        value={name}
        maxLength={100}
        placeholder={t('newLabel')}
        aria-label={t('labelName')}
        aria-invalid={problem !== null}
        onChange={({ target }) => setName(target.value)}
      />
      <Button
        size="small"
        htmlType="submit"
        icon={<PlusOutlined aria-hidden />}
        aria-label={t('addLabel')}
        loading={adding.isBusy}
        disabled={newName === '' || exists}
      />
      {problem !== null && (
        <p className="all-columns text-error font-12" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
