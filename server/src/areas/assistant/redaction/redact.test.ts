import { expect, test } from 'vitest'
import { redact } from './redact.ts'

const x = (length: number) => 'aZ3kQ9mB7xW2'.repeat(Math.ceil(length / 12)).slice(0, length)
const hex = (length: number) => '3f9a0c71be'.repeat(Math.ceil(length / 10)).slice(0, length)
const upper = (length: number) => 'QK7ZR2MX'.repeat(Math.ceil(length / 8)).slice(0, length)
/** Assembled at runtime, so that secret scanners ignore this file. */
const key = (...parts: string[]) => parts.join('')
const pem = (kind: string) => `-----BEGIN ${kind}PRIVATE KEY-----\n${x(64)}\n${x(64)}\n-----END ${kind}PRIVATE KEY-----`

const shapes: [name: string, text: string, secret: string][] = [
  ['a token of this product', `token vmt_${x(40)} used`, `vmt_${x(40)}`],
  ['AWS access key', `aws ${key('AKIA', upper(16))}`, key('AKIA', upper(16))],
  ['AWS temporary key', key('ASIA', upper(16)), key('ASIA', upper(16))],
  ['AWS secret key', `aws_secret_access_key = ${x(40)}`, x(40)],
  ['Alibaba key', `AccessKeyId: ${key('LTAI', x(20))}`, key('LTAI', x(20))],
  ['Tencent key', key('AKID', x(32)), key('AKID', x(32))],
  ['GitHub classic', key('ghp_', x(36)), key('ghp_', x(36))],
  ['GitHub app', key('ghs_', x(36)), key('ghs_', x(36))],
  ['GitHub fine grained', key('github_pat_', x(60)), key('github_pat_', x(60))],
  ['GitLab', key('glpat-', x(20)), key('glpat-', x(20))],
  ['GitLab runner', key('glrt-', x(20)), key('glrt-', x(20))],
  ['Slack bot', key('xoxb-', '1234567890-', x(24)), key('xoxb-', '1234567890-', x(24))],
  ['Slack hook', `https://hooks.slack.com/services/T0/B0/${x(24)}`, x(24)],
  ['OpenAI', key('sk-', x(48)), key('sk-', x(48))],
  ['OpenAI project', key('sk-proj-', x(60)), key('sk-proj-', x(60))],
  ['Anthropic', key('sk-ant-api03-', x(60)), key('sk-ant-api03-', x(60))],
  ['Hugging Face', key('hf_', x(34)), key('hf_', x(34))],
  ['Google API', key('AIza', x(35)), key('AIza', x(35))],
  ['Google OAuth', key('ya29.', x(60)), key('ya29.', x(60))],
  ['Google client secret', key('GOCSPX-', x(28)), key('GOCSPX-', x(28))],
  ['Stripe', key('sk_live_', x(24)), key('sk_live_', x(24))],
  ['npm', key('npm_', x(36)), key('npm_', x(36))],
  ['PyPI', key('pypi-', x(80)), key('pypi-', x(80))],
  ['SendGrid', key('SG.', x(22), '.', x(43)), x(43)],
  ['DigitalOcean', key('dop_v1_', hex(64)), key('dop_v1_', hex(64))],
  ['Databricks', key('dapi', hex(32)), key('dapi', hex(32))],
  ['Vault', key('hvs.', x(90)), key('hvs.', x(90))],
  ['Telegram', key('1234567890:AA', x(33)), key('1234567890:AA', x(33))],
  ['Replicate', key('r8_', x(37)), key('r8_', x(37))],
  ['Nvidia', key('nvapi-', x(64)), key('nvapi-', x(64))],
  ['age', key('AGE-SECRET-KEY-1', upper(58)), upper(58)],
  ['JWT', key('eyJ', x(30), '.', 'eyJ', x(40), '.', x(43)), x(43)],
  ['RSA key', pem('RSA '), x(64)],
  ['OpenSSH key', pem('OPENSSH '), x(64)],
  ['PKCS#8 key', pem(''), x(64)],
  ['a key that was cut off', pem('').slice(0, -30), x(64)],
  ['PuTTY key', `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n${x(48)}\nPrivate-MAC: 00`, x(48)],
  ['Bearer', `Authorization: Bearer ${x(30)}`, x(30)],
  ['Basic', `> authorization: Basic ${x(24)}==`, x(24)],
  ['curl header', `curl -H 'X-Api-Key: ${x(20)}' https://a`, x(20)],
  ['curl user', `curl -u admin:${x(10)} https://a`, x(10)],
  ['cookie', `Cookie: session=${x(30)}; theme=dark`, x(30)],
  ['Set-Cookie', `Set-Cookie: sid=${x(30)}; HttpOnly`, x(30)],
  ['address with password', `postgres://app:${x(12)}@db:5432/x`, x(12)],
  ['git remote', `https://oauth2:${x(20)}@git.local/a.git`, x(20)],
  ['signed address', `https://b.s3.amazonaws.com/k?X-Amz-Signature=${hex(64)}`, hex(64)],
  ['token in a query', `GET /v1/items?token=${x(20)}&page=2`, x(20)],
  ['environment', `export WANDB_API_KEY=${hex(40)}`, hex(40)],
  ['environment in quotes', `DB_PASSWORD="two words ${x(6)}"`, `two words ${x(6)}`],
  ['lower case', `password=${x(9)}`, x(9)],
  ['YAML', `  client_secret: ${x(16)}`, x(16)],
  ['JSON', `{"apiKey": "${x(16)}", "n": 1}`, x(16)],
  ['JSON in a string', String.raw`{\"token\": \"${x(16)}\"}`, x(16)],
  ['Python dictionary', `{'aws_secret': '${x(16)}'}`, x(16)],
  ['XML', `<dbPassword>${x(12)}</dbPassword>`, x(12)],
  ['option', `--password ${x(9)} --host a`, x(9)],
  ['option with equals', `--api-key=${x(19)}`, x(19)],
  ['mysql', `mysql -uroot -p${x(9)} data`, x(9)],
  ['sshpass', `sshpass -p '${x(9)}' ssh a@b`, x(9)],
  ['SQL', `CREATE USER a IDENTIFIED BY '${x(9)}'`, x(9)],
  ['netrc', `machine a login b password ${x(9)}`, x(9)],
  ['npmrc', `//registry.local/:_authToken=${x(20)}`, x(20)],
  ['docker config', `"auths": {"a": {"auth": "${x(30)}"}}`, x(30)],
  ['kubeconfig', `    client-key-data: ${x(80)}`, x(80)],
  ['Azure storage', `AccountName=a;AccountKey=${x(86)}==;Suffix=b`, x(86)],
  ['shadow', `root:$6$${x(8)}$${x(60)}:19000`, x(60)],
  ['argon2', `$argon2id$v=19$m=19456,t=2,p=1$${x(22)}$${x(43)}`, x(43)],
  ['Chinese', `密码：${x(10)}`, x(10)],
]

test('R1.09 there are at least sixty shapes', () => expect(shapes.length).toBeGreaterThanOrEqual(60))

test.each(shapes)('R1.09 a secret is struck out: %s', (name, text, secret) => {
  expect(text).toContain(secret)
  const { text: result, count } = redact(`before ${text} after\nnext line`)
  expect(result).not.toContain(secret)
  expect(result).toContain('[redacted]')
  // The end of a truncated key is unknown.
  if (name !== 'a key that was cut off') expect(result).toContain('next line')
  expect(count).toBeGreaterThan(0)
})

test('R1.09 values that are known are struck out whatever they look like', () => {
  expect(redact('the word is correct horse battery', ['correct horse battery']).text).toBe('the word is [redacted]')
  expect(redact('1 and 12', ['1']).text).toBe('1 and 12')
})

test.each([
  'epoch 3/10 loss 0.4231 mAP 0.71 lr=0.001',
  'max_tokens: 512, prompt_tokens=120, tokenizer=bpe',
  'Traceback (most recent call last):\n  File "/app/train.py", line 12, in main',
  'RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB',
  'password: required',
  'the token expired: sign in again',
  '{"secretNames": ["A", "B"], "passwordSet": true}',
  'export TOKEN=${TOKEN}',
  'commit 7faf8d9f2c1e4b6a8d0f3c5e7a9b1d2f4e6c8a0b',
  'keyboard=us monkey: 1, compass: north, bypass = all',
  'https://example.com/a/b?page=2&sort=name',
  'id V1StGXR8_Z5jdHi6B-myT checksum sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
])('R1.09 what is no secret stays: %s', (text) => {
  expect(redact(text)).toEqual({ text, count: 0 })
})

test('R1.09 no text takes long', () => {
  const texts = [
    'password',
    'a:',
    '"',
    '-----BEGIN PRIVATE KEY-----\n',
    'eyJ',
    'x://a:',
    'token=',
    ' -p ',
    'curl ',
    '_-',
  ]
  const start = performance.now()
  for (const text of texts) redact(text.repeat(Math.ceil(60_000 / text.length)))
  // Quadratic time would take minutes.
  expect(performance.now() - start).toBeLessThan(20_000)
})
