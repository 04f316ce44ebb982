import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import { accountEndpoints, type Credentials } from '@vermilion/contract/accounts'
import { useRouter, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { call, session } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { Bird } from '#ui/bird.tsx'
import { notify } from '#ui/notify.tsx'
import { LanguageSwitch, ThemeSwitch } from '#ui/preferences.tsx'
import { problemWords } from '#ui/problem.ts'
import { useTitle } from '#ui/title.ts'
import styles from './login-page.module.css'
import { text } from './text.ts'

const steps = ['stepCollect', 'stepLabel', 'stepTrain', 'stepRun'] as const

/** The sign-in page, without the sidebar. */
export function LoginPage() {
  const t = useText(text)
  useTitle(t('title'), t('product'))
  return (
    <main className={styles['page']}>
      <section className={styles['side']} aria-hidden>
        <Bird size={132} />
        <p className={styles['slogan']}>{t('slogan')}</p>
        <ol className={styles['steps']}>
          {steps.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
      </section>
      <div className={styles['tools']}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      <section className={styles['form']}>
        <div className={styles['brand']}>
          <Bird size={28} />
          <span>{t('product')}</span>
        </div>
        <h1 className={styles['title']}>{t('title')}</h1>
        <SignInForm />
        <p className={styles['hint']}>{t('firstAccount')}</p>
      </section>
    </main>
  )
}

function SignInForm() {
  const t = useText(text)
  const router = useRouter()
  const { redirect } = useSearch({ from: '/login' })
  const [typed, setTyped] = useState<Credentials>({ username: '', password: '' })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const missing = { username: typed.username.trim() === '', password: typed.password === '' }
  const change = (part: Partial<Credentials>) => {
    setTyped({ ...typed, ...part })
    setProblem(null)
  }
  const submit = async () => {
    setTried(true)
    if (missing.username || missing.password || busy) return
    setBusy(true)
    try {
      const { token, account } = await call(accountEndpoints.login, { body: typed })
      session.enter(token, account.id)
      notify.success(t('login_success'))
      await router.navigate({ href: redirect ?? '/', replace: true })
    } catch (caught) {
      setProblem(problemWords(caught))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field
        name="username"
        label={t('username')}
        value={typed.username}
        problem={tried && missing.username ? t('usernameMissing') : ''}
        onChange={(username) => change({ username })}
      />
      <Field
        name="password"
        label={t('password')}
        value={typed.password}
        problem={tried && missing.password ? t('passwordMissing') : ''}
        onChange={(password) => change({ password })}
      />
      {problem !== null && (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('signIn')}
      </Button>
    </form>
  )
}

interface FieldProps {
  name: 'username' | 'password'
  label: string
  value: string
  problem: string
  onChange: (value: string) => void
}

/** A field without antd's form, which would be half of what this page weighs. */
function Field({ name, label, value, problem, onChange }: FieldProps) {
  const t = useText(text)
  const [visible, setVisible] = useState(false)
  const secret = name === 'password'
  return (
    <div className={styles['field']}>
      <label htmlFor={name}>{label}</label>
      <Input
        id={name}
        name={name}
        type={secret && !visible ? 'password' : 'text'}
        autoComplete={secret ? 'current-password' : 'username'}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the page has one purpose, and typing is how it is reached
        autoFocus={!secret}
        maxLength={secret ? 200 : 50}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        status={problem === '' ? '' : 'error'}
        aria-invalid={problem !== ''}
        aria-describedby={problem === '' ? undefined : `${name}-problem`}
        suffix={
          secret ? (
            <button
              type="button"
              className={styles['eye']}
              onClick={() => setVisible(!visible)}
              aria-label={t(visible ? 'hidePassword' : 'showPassword')}
            >
              {visible ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
            </button>
          ) : undefined
        }
      />
      {problem !== '' && (
        <p id={`${name}-problem`} className={styles['fieldProblem']} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
