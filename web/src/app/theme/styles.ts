/**
 * Mantine's CSS, per component: only what the first page shows. A part that is loaded later
 * imports what it adds. All of it lies in the layer "mantine", so our own CSS always wins,
 * whatever order the parts arrive in.
 */
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import 'virtual:theme.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@fontsource-variable/figtree/index.css';
import './tokens.css';
