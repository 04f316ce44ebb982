/** Values that people give, by what they are for. */
const image = { repository: 'localhost/vermilion', tag: 'test' }
const inSecret = (existingSecret: string, key?: string) => ({ existingSecret, ...(key === undefined ? {} : { key }) })

export const withStandby = {
  image,
  replicas: 2,
  secretKey: inSecret('vermilion-keys'),
  database: {
    url: 'postgres://vermilion@db.example.com:5432/vermilion?sslmode=verify-full',
    password: inSecret('vermilion-database'),
  },
  objectStorage: {
    location: 's3://team-data/vermilion?style=path',
    endpoint: 'https://s3.example.com',
    accessKeyId: inSecret('vermilion-bucket'),
    secretAccessKey: inSecret('vermilion-bucket'),
  },
}

export const valueSets = {
  'alone on SQLite': { image },
  'alone, with a password and a volume of its own': {
    image: { ...image, tag: '', digest: `sha256:${'0'.repeat(64)}`, pullSecrets: ['registry'] },
    adminPassword: { value: 'a password for tests' },
    persistence: { size: '100Gi', storageClass: 'fast', annotations: { keep: 'yes' } },
  },
  'alone on a claim that is there': {
    image,
    persistence: { existingClaim: 'vermilion-data' },
    extraEnv: [{ name: 'VERMILION_ADMIN_PASSWORD_FILE', value: '/vault/password' }],
  },
  'alone on PostgreSQL': { image, database: { url: withStandby.database.url, password: { value: 'it is secret' } } },
  'alone without a volume': { ...withStandby, replicas: 1, persistence: { enabled: false } },
  'leader and standby': withStandby,
  'leader and standby by readiness': { ...withStandby, routing: 'readiness', antiAffinity: 'hard' },
  'leader and two standbys': { ...withStandby, replicas: 3, podDisruptionBudget: false },
  'secrets as values': {
    ...withStandby,
    secretKey: { value: 'OGI0YjQwNzVjMmE4NDU1MGI3ZjE2NGZmMDMwYzhlNzI=' },
    database: { ...withStandby.database, password: { value: 'it is secret' } },
    objectStorage: { location: 's3://team-data', accessKeyId: { value: 'key' }, secretAccessKey: { value: 'secret' } },
  },
  'a role in place of keys': {
    ...withStandby,
    objectStorage: { location: 's3://team-data/vermilion', region: 'eu-central-1' },
    serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/vermilion' } },
  },
  ingress: {
    image,
    ingress: { enabled: true, className: 'nginx', host: 'lab.example.com' },
    basePath: '/robots',
    trustedProxies: ['10.0.0.0/8'],
  },
  'ingress without TLS': { image, ingress: { enabled: true, host: 'lab.example.com', tls: { enabled: false } } },
  'identity provider': {
    image,
    oidc: {
      issuer: 'https://id.example.com/realms/team',
      clientId: 'vermilion',
      clientSecret: inSecret('vermilion-oidc'),
      groups: ['/labelers', '/engineers'],
      passwordSignIn: 'emergency:admin',
    },
    caCertificates: { configMap: 'authorities' },
    address: 'https://lab.example.com',
  },
  'tasks of the cluster': { image, tasks: { enabled: true, namespace: 'training', clusterRole: true } },
  'leader and standby with all else': {
    ...withStandby,
    fullnameOverride: 'robots',
    tasks: { enabled: true },
    tunnels: { enabled: true, address: 'tunnels.example.com:7822' },
    ingress: { enabled: true, host: 'lab.example.com', tls: { secretName: 'lab-tls' } },
    networkPolicy: {
      enabled: true,
      from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }],
      egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }],
    },
    caCertificates: { secret: 'authorities', key: 'all.pem' },
    extraEnv: [{ name: 'VERMILION_SERVING_PROCESSES', value: '2' }],
    extraEnvFrom: [{ secretRef: { name: 'more' } }],
    extraVolumes: [{ name: 'pictures', nfs: { server: 'nas', path: '/pictures' } }],
    extraVolumeMounts: [{ name: 'pictures', mountPath: '/pictures', readOnly: true }],
    nodeSelector: { 'kubernetes.io/arch': 'amd64' },
    tolerations: [{ key: 'vision', operator: 'Exists' }],
    priorityClassName: 'system-cluster-critical',
    podAnnotations: { team: 'vision' },
    podLabels: { team: 'vision' },
  },
}

/** Values that are refused, with what the message says. */
export const refusedSets: readonly (readonly [message: string, values: object])[] = [
  ['image.repository is missing', {}],
  ['Set database.url to a PostgreSQL, or replicas to 1', { image, replicas: 2 }],
  ['Set objectStorage.location to a bucket', { ...withStandby, objectStorage: {} }],
  ['all servers need the same secretKey', { ...withStandby, secretKey: {} }],
  ['each server has a folder of its own', { ...withStandby, persistence: { existingClaim: 'one' } }],
  ['everything is lost with the pod', { image, persistence: { enabled: false } }],
  ['database.url needs a password', { ...withStandby, database: { url: withStandby.database.url } }],
  ['everybody could read', { image, database: { url: 'postgres://me:secret@db/vermilion', password: { value: 'x' } } }],
  ['of no use without database.url', { image, database: { password: { value: 'x' } } }],
  ['leave one of them out', { image, adminPassword: { value: 'a long password', existingSecret: 'other' } }],
  ['set both, or none', { image, objectStorage: { location: 's3://team-data', accessKeyId: { value: 'key' } } }],
  ['objectStorage has no location', { image, objectStorage: { endpoint: 'https://s3.example.com' } }],
  ['oidc.clientId is missing', { image, oidc: { issuer: 'https://id.example.com' } }],
  ['oidc.issuer is missing', { image, oidc: { passwordSignIn: 'emergency:admin' } }],
  ['ingress.host is missing', { image, ingress: { enabled: true } }],
  ['serviceAccount.name is missing', { image, serviceAccount: { create: false } }],
  ['VERMILION_DATA, which other values set', { image, extraEnv: [{ name: 'VERMILION_DATA', value: '/elsewhere' }] }],
  ['AWS_ACCESS_KEY_ID, which other', { ...withStandby, extraEnv: [{ name: 'AWS_ACCESS_KEY_ID', value: 'key' }] }],
  ["'replica' not allowed", { image, replica: 2 }],
  ["'passwords' not allowed", { image, database: { passwords: { value: 'x' } } }],
  ["at '/secretKey/value'", { ...withStandby, secretKey: { value: 'short' } }],
  ["at '/replicas'", { image, replicas: '2' }],
  ["at '/logLevel'", { image, logLevel: 'verbose' }],
  ["at '/objectStorage/location'", { image, objectStorage: { location: 'https://bucket' } }],
  ["at '/persistence/size'", { image, persistence: { size: '20 GB' } }],
]
