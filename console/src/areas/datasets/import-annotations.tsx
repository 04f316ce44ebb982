import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { type Dataset, datasetEndpoints, type importAnswer, type ImportBody } from '@vermilion/contract/datasets'
import { useMutation } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import Radio from 'antd/es/radio'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { problemWords } from '#ui/problem.ts'
import styles from './import.module.css'
import { text } from './import-text.ts'

/** A large annotation file takes longer than the general limit of a call. */
const importTimeout = 10 * 60_000

type Existing = NonNullable<ImportBody['existing']>

/** Reads a COCO file into a dataset, and says what came of it. */
export function ImportAnnotations({ dataset, onClose }: { dataset: Dataset | null; onClose: () => void }) {
  const t = useText(text)
  const input = useRef<HTMLInputElement>(null)
  const [existing, setExisting] = useState<Existing>('keep')
  const reading = useMutation({
    mutationFn: async (file: File) => {
      const document: unknown = await file
        .text()
        .then(JSON.parse)
        .catch(() => undefined)
      if (document === undefined) throw new Error(t('importUnreadable'))
      const given = { params: { datasetId: dataset?.id ?? '' }, body: { format: 'coco' as const, document, existing } }
      return call(datasetEndpoints.importAnnotations, given, { timeout: importTimeout })
    },
    onSuccess: () => void refresh('/datasets', '/items'),
  })
  const close = () => {
    reading.reset()
    setExisting('keep')
    onClose()
  }
  return (
    <Modal
      open={dataset !== null}
      title={t('import')}
      onCancel={close}
      width={480}
      centered
      footer={
        <Button type={reading.isSuccess ? 'primary' : 'default'} onClick={close}>
          {t('done')}
        </Button>
      }
    >
      <p style={{ marginBottom: 14 }}>{t('importHint')}</p>
      <fieldset className={styles['existing']} disabled={reading.isPending}>
        <legend>{t('importExisting')}</legend>
        <Radio.Group
          vertical
          value={existing}
          onChange={({ target }) => setExisting(target.value as Existing)}
          options={[
            { value: 'keep', label: t('importKeep') },
            { value: 'replace', label: t('importReplace') },
          ]}
        />
      </fieldset>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('importChoose')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) reading.mutate(file)
          target.value = ''
        }}
      />
      <Button
        type={reading.isSuccess ? 'default' : 'primary'}
        icon={<UploadOutlined aria-hidden />}
        loading={reading.isPending}
        onClick={() => input.current?.click()}
      >
        {t('importChoose')}
      </Button>
      {reading.isError && (
        <p role="alert" className={styles['problem']}>
          {problemWords(reading.error)}
        </p>
      )}
      {reading.data !== undefined && <Summary answer={reading.data} />}
    </Modal>
  )
}

function Summary({ answer }: { answer: z.output<typeof importAnswer> }) {
  const t = useText(text)
  return (
    <output className={styles['summary']}>
      <strong>{t('imported', { count: answer.matched })}</strong>
      <p>{t('importedAnnotations', { annotations: answer.annotations })}</p>
      {answer.kept > 0 && <p>{t('importedKept', { count: answer.kept })}</p>}
      {answer.labelsAdded.length > 0 && <p>{t('importedLabels', { names: answer.labelsAdded.join(', ') })}</p>}
      {answer.unmatchedCount > 0 && (
        <>
          <p>{t('importedUnmatched', { count: answer.unmatchedCount })}</p>
          <ul>
            {answer.unmatched.slice(0, 20).map((path) => (
              <li key={path}>
                <code>{path}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </output>
  )
}
