import { useText } from '#lib/i18n.ts'
import { upload } from '#lib/upload/upload.ts'
import styles from './upload-prompt.module.css'
import { UploadDialog } from './upload-dialog.tsx'
import { useUploadQuestions } from './upload-questions.ts'
import { uploadText } from './upload-text.ts'

export function UploadPrompt() {
  const t = useText(uploadText)
  const { questions, reading } = useUploadQuestions()
  const [question] = questions
  return (
    <>
      {reading > 0 && (
        <output className={`${styles['looking']} fixed margin-0 padding-10-14 radius-10 ground-raised shadow`}>
          {t('checking', { count: reading })}
        </output>
      )}
      {question !== undefined && (
        <UploadDialog
          key={question.id}
          plan={question.plan}
          onDecided={(added) => {
            useUploadQuestions.setState({ questions: questions.filter(({ id }) => id !== question.id) })
            if (added.length > 0) void upload(question.plan.spaceId, added, question.handles)
          }}
        />
      )}
    </>
  )
}
