export { StateBadge as default } from '../components/panel.tsx';
