{{- define "overdue.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "overdue.selector" -}}
app.kubernetes.io/name: overdue
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "overdue.labels" -}}
{{ include "overdue.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- /* The text of a setting. Helm reads numbers as floats, and would print a million as 1e+06. */ -}}
{{- define "overdue.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}
{{- printf "%.0f" . -}}
{{- else -}}
{{- . -}}
{{- end -}}
{{- end -}}
