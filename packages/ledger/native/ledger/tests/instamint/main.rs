//! The blueprint `blueprints/instamint`, as committed, on the real engine.

mod events;
mod fill;
mod methods;
mod model;
mod people;
mod random;
mod refusals;
mod roles;
mod setup;
mod views;
mod world;
