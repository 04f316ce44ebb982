{{- define "secretFolder" -}}/etc/vermilion/secrets{{- end -}}
{{- define "authorityFile" -}}/etc/vermilion/authorities/{{ .Values.caCertificates.key }}{{- end -}}

{{- /* The variables that values other than secrets say, by name; those that are empty are left out. */ -}}
{{- define "variables" -}}
{{- $values := .Values -}}
VERMILION_DATA: /data/server
VERMILION_HOST: {{ $values.listen | quote }}
VERMILION_PORT: '7860'
VERMILION_LOG_LEVEL: {{ $values.logLevel }}
VERMILION_BASE_PATH: {{ $values.basePath | quote }}
VERMILION_ADDRESS: {{ include "address" . | quote }}
VERMILION_TRUSTED_PROXIES: {{ join "," $values.trustedProxies | quote }}
{{- with $values.database.url }}
VERMILION_DATABASE_URL: {{ . | quote }}
VERMILION_DATABASE_CONNECTIONS: {{ $values.database.connections | quote }}
{{- end }}
{{- with $values.objectStorage }}
{{- if .location }}
VERMILION_BLOBS: {{ .location | quote }}
VERMILION_BLOB_CACHE_GIB: {{ .cacheGiB | quote }}
AWS_ENDPOINT_URL: {{ .endpoint | quote }}
AWS_REGION: {{ .region | quote }}
{{- end }}
{{- end }}
{{- with $values.oidc }}
{{- if .issuer }}
VERMILION_OIDC_ISSUER: {{ .issuer | quote }}
VERMILION_OIDC_CLIENT_ID: {{ .clientId | quote }}
VERMILION_OIDC_NAME: {{ .name | quote }}
VERMILION_OIDC_SCOPES: {{ .scopes | quote }}
VERMILION_OIDC_GROUPS: {{ join "," .groups | quote }}
VERMILION_OIDC_GROUPS_CLAIM: {{ .groupsClaim | quote }}
VERMILION_OIDC_DOMAINS: {{ join "," .domains | quote }}
VERMILION_OIDC_LINK_EMAIL: {{ .linkEmail | quote }}
VERMILION_PASSWORD_SIGN_IN: {{ .passwordSignIn | quote }}
{{- end }}
{{- end }}
{{- if $values.tunnels.enabled }}
VERMILION_SSH_PORT: {{ $values.tunnels.port | quote }}
VERMILION_SSH_ADDRESS: {{ $values.tunnels.address | quote }}
{{- end }}
{{- if or $values.caCertificates.configMap $values.caCertificates.secret }}
NODE_EXTRA_CA_CERTS: {{ include "authorityFile" . }}
{{- end }}
{{- end -}}

{{- define "environment" -}}
{{- $root := . -}}
{{- range $name, $value := include "variables" . | fromYaml }}
{{- if ne $value "" }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
{{- range include "secrets" . | fromYamlArray }}
{{- if include "isGiven" .given }}
{{- if .isFile }}
- { name: {{ .variable }}, value: {{ include "secretFolder" $root }}/{{ .path }} }
{{- else }}
- name: {{ .variable }}
  valueFrom:
    secretKeyRef: {{- include "secretKeyRef" (dict "secret" . "own" (include "name" $root)) | nindent 6 }}
{{- end }}
{{- end }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}
